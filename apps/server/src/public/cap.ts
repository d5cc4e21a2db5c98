import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { isoTime } from '../platform/clock.ts';
import { escapeMarkup as E } from './escape-markup.ts';
import type { At } from './feeds.ts';
import type { PublicPage } from './public-pages.ts';
import { PUBLIC_WORDS, type PublicLanguage } from './public-words.ts';
import { meaningOf } from './render-page.ts';
import { citizensGravity } from './shown-by-signals.ts';

/** As Meteoalarm writes the four levels, which our own reader takes back (docs/rules.md#bulletins). */
const AWARENESS: Record<SignalColor, { level: string; severity: string }> = {
  verde: { level: '1; green; Minor', severity: 'Minor' },
  giallo: { level: '2; yellow; Moderate', severity: 'Moderate' },
  arancio: { level: '3; orange; Severe', severity: 'Severe' },
  rosso: { level: '4; red; Extreme', severity: 'Extreme' },
};
const DAY_MS = 86_400_000;
const FLOODING = '12; flooding';
const CAP_LANGUAGES: readonly (readonly [PublicLanguage, string])[] = [
  ['it', 'it-IT'],
  ['en', 'en-GB'],
];

/**
 * What the Comune's signals show as a message of CAP 1.2. One message for each change; one that holds on for more than
 * a day is told again each day, for a message of CAP has an end. Where nothing is known the severity is Unknown.
 */
export function toCap(page: PublicPage, { origin, at }: At): string {
  const { comune, state, changes, readAt } = page;
  const [change, ...former] = changes;
  const begun = change?.at ?? readAt;
  const days = Math.max(0, Math.floor((readAt - begun) / DAY_MS));
  const sent = begun + days * DAY_MS;
  const sender = new URL(origin).hostname;
  const idOf = (time: number) => `semaforo-${comune.slug}-${time}`;
  const told = days > 0 ? [sent - DAY_MS] : former.slice(0, 1).map((one) => one.at);
  const references = told.map((time) => `${sender},${idOf(time)},${capTime(time)}`).join(' ');
  const isOver = state.color === 'verde' && former.some(({ color }) => color !== 'verde' && color !== null);
  const kind = references === '' ? 'Alert' : isOver && days === 0 ? 'Cancel' : 'Update';
  const infos = CAP_LANGUAGES.map((language) => infoOf(page, { language, sent, begun, at }));
  return `<?xml version="1.0" encoding="utf-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${idOf(sent)}</identifier><sender>${E(sender)}</sender><sent>${capTime(sent)}</sent><status>Actual</status><msgType>${kind}</msgType><scope>Public</scope>${references === '' ? '' : `<references>${E(references)}</references>`}${infos.join('')}</alert>
`;
}

function infoOf(
  page: PublicPage,
  of: { language: readonly [PublicLanguage, string]; sent: number; begun: number; at: string },
): string {
  const [language, code] = of.language;
  const words = PUBLIC_WORDS[language];
  const { comune } = page;
  const { color, showing, total } = page.state;
  const headline = meaningOf(page, words);
  const description = color === null ? words.unknownMeans : words.confirmed(showing, total);
  const severity = color === null ? 'Unknown' : AWARENESS[color].severity;
  const parameter = (name: string, value: string) =>
    `<parameter><valueName>${name}</valueName><value>${E(value)}</value></parameter>`;
  const parameters =
    color === null
      ? ''
      : parameter('awareness_level', AWARENESS[color].level) + parameter('awareness_type', FLOODING);
  const codes = comune.zones
    .map((zone) => `<geocode><valueName>EMMA_ID</valueName><value>${E(zone)}</value></geocode>`)
    .join('');
  const contact = comune.phone === '' ? '' : `<contact>${E(comune.phone)}</contact>`;
  const advice = language === 'it' ? comune.advice : words.advice;
  const instruction = advice[color ?? 'verde'].join(' ');
  return `<info><language>${code}</language><category>Met</category><event>${E(words.signals)}</event><responseType>${citizensGravity(color) > 1 ? 'Avoid' : 'Monitor'}</responseType><urgency>${color === null ? 'Unknown' : 'Immediate'}</urgency><severity>${severity}</severity><certainty>${color === null ? 'Unknown' : 'Observed'}</certainty><effective>${capTime(of.sent)}</effective><onset>${capTime(of.begun)}</onset><expires>${capTime(of.sent + DAY_MS)}</expires><senderName>${E(comune.name)}</senderName><headline>${E(headline)}</headline><description>${E(description)}</description><instruction>${E(instruction)}</instruction><web>${E(of.at)}</web>${contact}${parameters}<area><areaDesc>${E(comune.name)}</areaDesc>${codes}</area></info>`;
}

/** CAP 1.2, 3.3.2: no Z, and UTC is -00:00. */
function capTime(at: number): string {
  return `${isoTime(at).slice(0, 19)}-00:00`;
}
