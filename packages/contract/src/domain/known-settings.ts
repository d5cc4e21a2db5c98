import { ALERT_POLICIES, ALERT_POLICY_SETTING } from './alert-rules.ts';
import { SECOND_PERSON_SETTING } from './approval-rules.ts';
import { HOLD_SETTING } from './command-rules.ts';
import { COMUNE_NAME_MAX, COMUNE_NAME_SETTING } from './comune-name.ts';
import { REASSERT_SETTING } from './device/reassertion.ts';
import {
  DEFAULT_ADVICE,
  isPhoneNumber,
  isPublicSlug,
  isPublicText,
  PUBLIC_HOSTS_SETTING,
  PUBLIC_PAGE_SETTING,
  PUBLIC_PHONE_SETTING,
  PUBLIC_SLUG_SETTING,
  PUBLIC_TEXT_SETTINGS,
  readHosts,
} from './public-page.ts';
import { SIGNAL_COLORS } from './signal-color.ts';
import { CHANNEL_SETTING, isTelegramChannel } from './telegram-channel.ts';

/** The settings of a user that hold the centre of their map, in degrees. */
export const MAP_CENTRE_SETTINGS = { latitude: 'map_center_lat', longitude: 'map_center_lng' } as const;

/** What users who are no admins may save, whether it is known or not. */
const OWN_PREFIX = 'map_';

/** A setting of a user that the product reads. An empty value counts as none. */
export type KnownSetting = {
  key: string;
  /** Its name, Italian. */
  name: string;
  /** What it does, an Italian sentence. */
  means: string;
  kind: 'switch' | 'text' | 'lines' | 'choice' | 'degrees';
  /** What holds while nothing is stored. */
  placeholder?: string;
  /** How a switch stands of which nothing is stored. */
  isOn?: boolean;
  /** The values that may be stored, beside none; undefined: any. */
  allows?: (value: string) => boolean;
  /** What is said of any other value, an Italian sentence. */
  refusal?: string;
};

const A_SWITCH = {
  kind: 'switch',
  allows: (value: string) => value === 'true' || value === 'false',
  refusal: 'Il valore è true o false',
} as const;

/** A centre that is no number is stored, as any setting is, and the map ignores it (docs/rules.md#map). */
const DEGREES = { means: 'Dove si apre la mappa, in gradi.', kind: 'degrees' } as const;

/**
 * Every setting of a user that the product reads: whoever reads another one has to add it here
 * (docs/rules.md#settings-of-a-user).
 */
export const KNOWN_SETTINGS: readonly KnownSetting[] = [
  {
    key: HOLD_SETTING,
    name: 'Rosso: tieni premuto',
    means: 'Per accendere il rosso, e per lasciarlo, il pulsante va tenuto premuto.',
    ...A_SWITCH,
  },
  {
    key: SECOND_PERSON_SETTING,
    name: 'Rosso: in due persone',
    means: 'Il rosso si accende solo quando una seconda persona conferma.',
    ...A_SWITCH,
  },
  {
    key: REASSERT_SETTING,
    name: 'Tieni accesa l’allerta',
    means:
      'Un semaforo che lascia da sé giallo, arancio o rosso per qualcosa di più lieve viene riacceso, al massimo tre volte. Senza valore: sì.',
    ...A_SWITCH,
    isOn: true,
  },
  {
    key: COMUNE_NAME_SETTING,
    name: 'Nome del Comune',
    means: 'Sta accanto al logo e nel titolo della finestra, come «Comune di Valdombra».',
    kind: 'text',
    allows: (value) => value.length <= COMUNE_NAME_MAX,
    refusal: `Il nome del Comune ha al massimo ${COMUNE_NAME_MAX} caratteri`,
  },
  {
    key: CHANNEL_SETTING,
    name: 'Canale Telegram',
    means: 'Dove il bot scrive ai cittadini: @nome del canale. Vuoto: non scrive.',
    kind: 'text',
    allows: isTelegramChannel,
    refusal:
      'Il canale Telegram si scrive @nome (da 5 a 32 lettere, cifre e _) o, se è privato, -100 e le altre cifre',
  },
  {
    key: PUBLIC_PAGE_SETTING,
    name: 'Pagina pubblica',
    means: 'I cittadini leggono che cosa mostrano i segnali, senza accedere. Serve anche l’indirizzo.',
    ...A_SWITCH,
  },
  {
    key: PUBLIC_SLUG_SETTING,
    name: 'Pagina pubblica: indirizzo',
    means: 'Che cosa sta dopo /c/, come valdombra.',
    kind: 'text',
    allows: isPublicSlug,
    refusal: 'L’indirizzo ha al massimo 60 caratteri: lettere minuscole, cifre e trattini fra di loro',
  },
  {
    key: PUBLIC_PHONE_SETTING,
    name: 'Pagina pubblica: telefono',
    means: 'Il numero della protezione civile, che sta accanto al 112.',
    kind: 'text',
    allows: isPhoneNumber,
    refusal: 'Il numero di telefono ha da 3 a 20 cifre, con spazi e + se serve',
  },
  {
    key: PUBLIC_HOSTS_SETTING,
    name: 'Pagina pubblica: altri siti',
    means: 'I siti che possono mostrarla in un riquadro, come www.comune.valdombra.it. Vuoto: nessuno.',
    kind: 'text',
    allows: (value) => readHosts(value) !== undefined,
    refusal: 'Al massimo 20 siti separati da spazi, senza https:// e senza percorso',
  },
  ...SIGNAL_COLORS.map(
    (color): KnownSetting => ({
      key: PUBLIC_TEXT_SETTINGS[color],
      name: `Pagina pubblica, ${color}: che cosa fare`,
      means:
        'Che cosa legge chi apre la pagina in italiano, un consiglio per riga. Vuoto: il testo del prodotto.',
      kind: 'lines',
      placeholder: DEFAULT_ADVICE[color].join('\n'),
      allows: isPublicText,
      refusal: 'Il testo ha al massimo 8 righe e 1000 caratteri',
    }),
  ),
  {
    key: ALERT_POLICY_SETTING,
    name: 'Politica delle allerte',
    means: 'Che cosa fare di un bollettino; si sceglie in Zone.',
    kind: 'choice',
    allows: (value) => ALERT_POLICIES.some((policy) => policy === value),
    refusal: `La politica delle allerte è ${ALERT_POLICIES.slice(0, -1).join(', ')} o ${ALERT_POLICIES.at(-1) ?? ''}`,
  },
  { key: MAP_CENTRE_SETTINGS.latitude, name: 'Centro della mappa: latitudine', ...DEGREES },
  { key: MAP_CENTRE_SETTINGS.longitude, name: 'Centro della mappa: longitudine', ...DEGREES },
];

/** The setting of that key; undefined when the product does not read it. */
export function knownSetting(key: string): KnownSetting | undefined {
  return KNOWN_SETTINGS.find((setting) => setting.key === key);
}

/** Why the value may not be stored under the key, an Italian sentence; undefined when it may. */
export function refusedValue(key: string, value: string): string | undefined {
  const setting = knownSetting(key);
  if (value === '' || setting?.allows === undefined || setting.allows(value)) return undefined;
  return setting.refusal;
}

/** True when a user who is no admin may save the setting for themselves. */
export function isOwnSetting(key: string): boolean {
  return key.startsWith(OWN_PREFIX);
}

/** The key of the known setting that was meant, when a key that is none is spelt almost like it. */
export function meantSetting(key: string): string | undefined {
  if (knownSetting(key)) return undefined;
  const near = KNOWN_SETTINGS.map((setting) => ({ key: setting.key, edits: editsBetween(key, setting.key) }))
    .filter((one) => one.edits <= one.key.length / 5)
    .toSorted((a, b) => a.edits - b.edits);
  return near[0]?.key;
}

/** How many characters must be put in, taken out or replaced to make one text of the other (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, from] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, to] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (from === to ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
