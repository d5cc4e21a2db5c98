/** The settings of a user with which an admin switches on the public page of their Comune. */
export const PUBLIC_PAGE_SETTING = 'public_page';
/** Its address: `/c/<slug>`. */
export const PUBLIC_SLUG_SETTING = 'public_slug';
/** The number that citizens call, beside 112. */
export const PUBLIC_PHONE_SETTING = 'public_phone';
/** The hosts whose pages may show the embed, separated by spaces. */
export const PUBLIC_HOSTS_SETTING = 'public_hosts';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SLUG_AT_MOST = 60;
const HOST = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/;
const HOSTS_AT_MOST = 20;
const PHONE = /^\+?[\d ]{3,20}$/;

/** True for what may be an address: small letters, digits and single hyphens. */
export function isPublicSlug(text: string): boolean {
  return text.length <= SLUG_AT_MOST && SLUG.test(text);
}

/** True for a telephone number. */
export function isPhoneNumber(text: string): boolean {
  return PHONE.test(text);
}

/** The hosts of such a list; undefined when one of them is none. */
export function readHosts(text: string): string[] | undefined {
  const hosts = text.split(/\s+/).filter((host) => host !== '');
  return hosts.length <= HOSTS_AT_MOST && hosts.every((host) => HOST.test(host)) ? hosts : undefined;
}
