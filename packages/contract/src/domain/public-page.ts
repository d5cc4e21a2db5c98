import { SIGNAL_COLORS, type SignalColor } from './signal-color.ts';

/** The settings of a user with which an admin switches on the public page of their Comune. */
export const PUBLIC_PAGE_SETTING = 'public_page';
/** Its address: `/c/<slug>`. */
export const PUBLIC_SLUG_SETTING = 'public_slug';
/** The number that citizens call, beside 112. */
export const PUBLIC_PHONE_SETTING = 'public_phone';
/** The hosts whose pages may show the embed, separated by spaces. */
export const PUBLIC_HOSTS_SETTING = 'public_hosts';

/** What to do at a color, in the words of the Comune, one advice a line; empty: `DEFAULT_ADVICE`. */
export const PUBLIC_TEXT_SETTINGS: Readonly<Record<SignalColor, string>> = {
  verde: 'public_text_verde',
  giallo: 'public_text_giallo',
  arancio: 'public_text_arancio',
  rosso: 'public_text_rosso',
};

/** What citizens read of what to do, where their Comune has not written it; after the advice of *Io non rischio*. */
export const DEFAULT_ADVICE: Readonly<Record<SignalColor, readonly string[]>> = {
  verde: ['Tieniti informato: il bollettino di domani esce nel pomeriggio.'],
  giallo: [
    'Fai attenzione nei sottopassi e lungo i corsi d’acqua.',
    'Tieniti informato sul bollettino e sui segnali.',
    'Usa il telefono solo se serve: le linee devono restare libere.',
  ],
  arancio: [
    'Non entrare nei sottopassi, anche se l’acqua sembra bassa.',
    'Resta lontano da argini, ponti e torrenti.',
    'Limita gli spostamenti a quelli necessari.',
    'Usa il telefono solo se serve: le linee devono restare libere.',
  ],
  rosso: [
    'Resta in casa, ai piani alti, e aiuta chi ne ha bisogno.',
    'Non entrare nei sottopassi e non scendere in cantine e garage.',
    'Non attraversare ponti, guadi e strade allagate.',
    'Segui le indicazioni del Comune. Usa il telefono solo se serve.',
  ],
};

const TEXT_AT_MOST = 1000;
const LINES_AT_MOST = 8;

/** The lines of such a text that say something. */
export function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** True for a text of what to do: at most 8 lines, 1000 characters in all. */
export function isPublicText(text: string): boolean {
  return text.length <= TEXT_AT_MOST && readLines(text).length <= LINES_AT_MOST;
}

/** What to do at each color: the words of the Comune among its settings, else those that come with the product. */
export function adviceIn(settingOf: (key: string) => string): Record<SignalColor, readonly string[]> {
  const advice = { ...DEFAULT_ADVICE };
  for (const color of SIGNAL_COLORS) {
    const own = readLines(settingOf(PUBLIC_TEXT_SETTINGS[color]));
    if (own.length > 0) advice[color] = own;
  }
  return advice;
}

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
