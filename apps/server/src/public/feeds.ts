import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { isoTime } from '../platform/clock.ts';
import { escapeMarkup as E } from './escape-markup.ts';
import type { PublicPage } from './public-pages.ts';
import { PUBLIC_WORDS, type PublicLanguage } from './public-words.ts';

const DAY_MS = 86_400_000;

/** Where the page is for those outside: `https://…/c/<slug>`. */
type At = { origin: string; at: string };

/** What the page says, for programs. */
export function toPublicJson({ comune, state, since, lastKnown, changes, forecasts, readAt }: PublicPage) {
  const words = PUBLIC_WORDS.it;
  return {
    comune: comune.name,
    slug: comune.slug,
    color: state.color,
    text: state.color === null ? words.unknown.toLowerCase() : words.means[state.color],
    since: isoTime(since),
    updated_at: isoTime(readAt),
    showing: state.showing,
    total: state.total,
    last_known: lastKnown && { color: lastKnown.color, until: isoTime(lastKnown.until) },
    signals: state.places.map(({ id, name, color, since: at }) => ({
      ...{ id, name, color },
      text: color === null ? words.unknown.toLowerCase() : words.colors[color].toLowerCase(),
      since: at === null ? null : isoTime(at),
    })),
    forecast: forecasts.map(({ date, color, bulletin }) => ({
      ...{ date, color, source: bulletin.name, issued_at: bulletin.issuedAt },
    })),
    changes: changes.map(({ at, ...change }) => ({ at: isoTime(at), ...change })),
  };
}

/** The changes as an Atom feed (RFC 4287). */
export function toAtom({ comune, changes, readAt }: PublicPage, { at }: At): string {
  const words = PUBLIC_WORDS.it;
  const entries = changes.map(({ at: time, color, showing, total }) => {
    const title = color === null ? words.unknown : words.means[color];
    const summary = color === null ? words.unknownMeans : words.changed(words.colors[color], showing, total);
    return `<entry><id>${E(at)}#${time}</id><title>${E(title)}</title><updated>${isoTime(time)}</updated><link href="${E(at)}"/><summary>${E(summary)}</summary></entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="it"><id>${E(at)}</id><title>${E(`${comune.name}: ${words.signals.toLowerCase()}`)}</title><updated>${isoTime(changes[0]?.at ?? readAt)}</updated><author><name>${E(comune.name)}</name></author><link rel="self" href="${E(at)}.atom"/><link href="${E(at)}"/>${entries.join('')}</feed>
`;
}

/** As Meteoalarm writes the four levels, which our own reader takes back (docs/rules.md#bulletins). */
const AWARENESS: Record<SignalColor, { level: string; severity: string }> = {
  verde: { level: '1; green; Minor', severity: 'Minor' },
  giallo: { level: '2; yellow; Moderate', severity: 'Moderate' },
  arancio: { level: '3; orange; Severe', severity: 'Severe' },
  rosso: { level: '4; red; Extreme', severity: 'Extreme' },
};
const FLOODING = '12; flooding';
const CAP_LANGUAGES: readonly (readonly [PublicLanguage, string])[] = [
  ['it', 'it-IT'],
  ['en', 'en-GB'],
];

/**
 * What the Comune's signals show as a message of CAP 1.2. One message for each change; one that holds on for more than
 * a day is told again each day, for a message of CAP has an end. Where nothing is known the severity is Unknown.
 */
export function toCap({ comune, state, changes, readAt }: PublicPage, { origin, at }: At): string {
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
  const infos = CAP_LANGUAGES.map((language) => infoOf({ comune, state }, { language, sent, begun, at }));
  return `<?xml version="1.0" encoding="utf-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${idOf(sent)}</identifier><sender>${E(sender)}</sender><sent>${capTime(sent)}</sent><status>Actual</status><msgType>${kind}</msgType><scope>Public</scope>${references === '' ? '' : `<references>${E(references)}</references>`}${infos.join('')}</alert>
`;
}

function infoOf(
  { comune, state }: Pick<PublicPage, 'comune' | 'state'>,
  of: { language: readonly [PublicLanguage, string]; sent: number; begun: number; at: string },
): string {
  const [language, code] = of.language;
  const words = PUBLIC_WORDS[language];
  const { color, showing, total } = state;
  const gravity = color === null ? 0 : ['verde', 'giallo', 'arancio', 'rosso'].indexOf(color);
  const headline = color === null ? words.unknown : words.means[color];
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
  const instruction = (words.advice[gravity] ?? []).join(' ');
  return `<info><language>${code}</language><category>Met</category><event>${E(words.signals)}</event><responseType>${gravity > 1 ? 'Avoid' : 'Monitor'}</responseType><urgency>${color === null ? 'Unknown' : 'Immediate'}</urgency><severity>${severity}</severity><certainty>${color === null ? 'Unknown' : 'Observed'}</certainty><effective>${capTime(of.sent)}</effective><onset>${capTime(of.begun)}</onset><expires>${capTime(of.sent + DAY_MS)}</expires><senderName>${E(comune.name)}</senderName><headline>${E(headline)}</headline><description>${E(description)}</description><instruction>${E(instruction)}</instruction><web>${E(of.at)}</web>${contact}${parameters}<area><areaDesc>${E(comune.name)}</areaDesc>${codes}</area></info>`;
}

/** CAP wants an offset, and no Z. */
function capTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+00:00`;
}

const BADGE: Record<SignalColor, readonly [ground: string, ink: string]> = {
  verde: ['#18763c', '#fff'],
  giallo: ['#ffd21f', '#17212b'],
  arancio: ['#ff8a1f', '#17212b'],
  rosso: ['#c4142a', '#fff'],
};
const UNKNOWN_BADGE = ['#e3e8ee', '#17324d'] as const;
const LETTER_WIDTH = 8.4;

/** A small picture with text, for other sites. */
export function toBadge({ comune, state }: PublicPage, language: PublicLanguage): string {
  const words = PUBLIC_WORDS[language];
  const [ground, ink] = state.color === null ? UNKNOWN_BADGE : BADGE[state.color];
  const text = state.color === null ? words.unknown : words.colors[state.color];
  const name = comune.name;
  const split = Math.ceil(name.length * LETTER_WIDTH + 20);
  const width = split + Math.ceil(text.length * LETTER_WIDTH + 20);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="28" viewBox="0 0 ${width} 28" role="img" aria-label="${E(`${name}: ${text}`)}"><title>${E(`${name}: ${text}`)}</title><rect width="${width}" height="28" rx="4" fill="#17324d"/><path d="M${split} 0h${width - split - 4}a4 4 0 0 1 4 4v20a4 4 0 0 1-4 4H${split}z" fill="${ground}"/><g font-family="Titillium Web, Verdana, sans-serif" font-size="14" font-weight="600"><text x="10" y="19" fill="#fff">${E(name)}</text><text x="${split + 10}" y="19" fill="${ink}">${E(text)}</text></g></svg>
`;
}
