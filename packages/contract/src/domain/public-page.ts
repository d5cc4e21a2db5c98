/** The settings of a user with which an admin switches on the public page of their Comune. */
export const PUBLIC_PAGE_SETTING = 'public_page';
/** Its address: `/c/<slug>`. */
export const PUBLIC_SLUG_SETTING = 'public_slug';
/** Whom citizens call, beside 112. */
export const PUBLIC_PHONE_SETTING = 'public_phone';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SLUG_AT_MOST = 60;
const PHONE = /^\+?[\d ]{3,20}$/;

/** True for what may be an address: small letters, digits and single hyphens. */
export function isPublicSlug(text: string): boolean {
  return text.length <= SLUG_AT_MOST && SLUG.test(text);
}

/** True for a telephone number. */
export function isPhoneNumber(text: string): boolean {
  return PHONE.test(text);
}
