import { MARK_LETTERS, MARK_SHAPES } from '@semaforo/contract/domain/color-marks';
import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { escapeMarkup } from './escape-markup.ts';
import type { PublicForecast, PublicPage } from './public-pages.ts';
import { graverPlaces } from './public-state.ts';
import { PUBLIC_LANGUAGES, PUBLIC_WORDS, type PublicLanguage, type PublicWords } from './public-words.ts';

const HOUR: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Rome' };
const DATE: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Rome',
};
const DAY_MS = 86_400_000;
const E = escapeMarkup;

/** The times of a page in its language; all in the time of Rome. */
function timesIn(language: PublicLanguage, now: number) {
  const dayOf = (at: number) => new Date(at).toLocaleDateString('it-IT', { timeZone: 'Europe/Rome' });
  const hour = (at: number) => new Date(at).toLocaleTimeString(language, HOUR);
  return {
    second: (at: number) => new Date(at).toLocaleTimeString(language, { ...HOUR, second: '2-digit' }),
    date: (at: number) => new Date(at).toLocaleDateString(language, DATE),
    /** '18:04' of today, 'sabato 28 novembre, 18:04' of another day. */
    moment: (at: number) =>
      dayOf(at) === dayOf(now) ? hour(at) : `${new Date(at).toLocaleDateString(language, DATE)}, ${hour(at)}`,
  };
}

/** The page as HTML that needs no script. `base`: the path under which a proxy has the console. */
export function renderPage(
  page: PublicPage,
  {
    language,
    base,
    now,
    embedded,
  }: { language: PublicLanguage; base: string; now: number; embedded: boolean },
): string {
  const words = PUBLIC_WORDS[language];
  const { comune, state } = page;
  const title = `${state.color ? words.colors[state.color] : words.unknown} · ${words.signals} · ${comune.name}`;
  const at = `${base}/c/${comune.slug}`;
  const body = embedded
    ? renderHero(page, { words, language, now, link: at })
    : `${renderHeader(page, { words, language })}<main>${renderHero(page, { words, language, now })}${renderGraver(page, words, language, now)}<div class="columns">${renderAdvice(page, words)}${renderBulletin(page, { words, language, now })}${renderSignals(page, { words, language, now })}${renderChanges(page, { words, language, now })}${renderLinks(page, words, at)}</div></main><footer><p>${E(words.footer)}</p></footer>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${E(title)}</title><meta name="robots" content="${embedded ? 'noindex' : 'index'}"><link rel="icon" href="data:,"><link rel="stylesheet" href="${base}/c/-/pagina.css"><link rel="alternate" type="application/atom+xml" href="${at}.atom"><link rel="alternate" type="application/json" href="${at}.json"><script src="${base}/c/-/pagina.js" defer></script></head><body data-events="${at}/events"${embedded ? ' class="embedded"' : ''}>${body}</body></html>
`;
}

type In = { words: PublicWords; language: PublicLanguage; now: number };

function renderHeader({ comune }: PublicPage, { words, language }: Omit<In, 'now'>): string {
  const languages = PUBLIC_LANGUAGES.map(
    (one) =>
      `<a href="?lang=${one}" hreflang="${one}" lang="${one}"${one === language ? ' aria-current="true"' : ''}>${one.toUpperCase()}</a>`,
  ).join('');
  return `<header><p><b>${E(comune.name)}</b><small>${E(words.signals)}</small></p><nav aria-label="${E(words.language)}">${languages}</nav></header>`;
}

function renderHero(
  { comune, state, since, lastKnown, readAt }: PublicPage,
  context: In & { link?: string },
): string {
  const { words, language, now, link } = context;
  const times = timesIn(language, now);
  const { color, showing, total } = state;
  // What only the script does is said by the script.
  const updated = `${E(words.updated(times.second(readAt)))}<span data-live hidden>, ${E(words.updatesItself)}</span>.`;
  const cutOff = `<p class="careful" role="status" data-cut-off hidden><b>${E(words.cutOff(times.second(readAt)))}</b></p>`;
  const heading = (text: string) =>
    link === undefined
      ? `<h1>${text}</h1>`
      : `<h1><a href="${link}" target="_blank" rel="noopener">${text}</a></h1>`;
  const name = link === undefined ? '' : `<p class="name">${E(comune.name)}</p>`;
  if (color === null) {
    const last = lastKnown
      ? words.lastKnown(words.colors[lastKnown.color].toLowerCase(), times.moment(lastKnown.until))
      : '';
    return `<section class="hero unknown">${name}<div class="what">${heading(E(words.unknown))}</div><p class="say">${E(words.unknownMeans)}</p><p>${E(words.noNews(times.moment(since)))} ${E(last)}<br>${updated}</p></section>${cutOff}<p class="careful"><b>${E(words.unknownIsNotSafe)}</b> ${E(words.lookAtTheStreet)}</p>`;
  }
  return `<section class="hero" data-color="${color}">${name}<div class="what">${mark(color, true)}${heading(E(words.colors[color]))}</div><p class="say">${E(words.means[color])}</p><p>${E(words.confirmed(showing, total))}, <b>${E(words.from(times.moment(since)))}</b>.<br>${updated}</p>${renderSignal(color)}</section>${cutOff}`;
}

/** A signal as it stands on the street, with that lamp lit: decoration, the word is beside it. */
function renderSignal(lit: SignalColor): string {
  const lamps = SIGNAL_COLORS.toReversed().map(
    (color, index) =>
      `<circle cx="28" cy="${20 + index * 31}" r="${color === lit ? 13 : 11.5}" data-lamp="${color}"${color === lit ? ' data-lit=""' : ''}/>`,
  );
  return `<svg class="signal" viewBox="4 0 48 133" aria-hidden="true"><rect x="5" y="1.5" width="46" height="130" rx="13"/>${lamps.join('')}</svg>`;
}

function renderGraver(page: PublicPage, words: PublicWords, language: PublicLanguage, now: number): string {
  const times = timesIn(language, now);
  return graverPlaces(page.state)
    .flatMap(({ name, color, since }) => {
      if (color === null || color === 'giallo') return [];
      const closed = color === 'rosso' ? ` ${E(words.closed)}` : '';
      const when = since === null ? '' : `<small>${E(words.from(times.moment(since)))}</small>`;
      return `<p class="graver" data-color="${color}">${mark(color)}<span><b>${E(name)}: ${E(words.colors[color].toLowerCase())}.</b>${closed}</span>${when}</p>`;
    })
    .join('');
}

function renderAdvice({ comune, state, lastKnown }: PublicPage, words: PublicWords): string {
  const gravest = Math.max(
    ...[state.color, lastKnown?.color, ...state.places.map(({ color }) => color)].map(gravityOf),
  );
  const advice = (words.advice[gravest] ?? []).map((line) => `<li>${E(line)}</li>`).join('');
  const phone =
    comune.phone === ''
      ? ''
      : `<a href="tel:${E(comune.phone.replaceAll(' ', ''))}">${E(words.civilProtection)} <b>${E(comune.phone)}</b></a>`;
  return `<section><h2>${E(words.whatToDo)}</h2><ul class="advice">${advice}</ul><p class="call"><a href="tel:112">${E(words.emergency)} <b>112</b></a>${phone}</p></section>`;
}

const gravityOf = (color: SignalColor | null | undefined) =>
  color === null || color === undefined ? 0 : SIGNAL_COLORS.indexOf(color);

function renderBulletin({ forecasts }: PublicPage, { words, language, now }: In): string {
  const times = timesIn(language, now);
  const [first] = forecasts;
  const day = ({ date, color, risks }: PublicForecast, index: number) => {
    const which =
      index === 0 && times.date(Date.parse(`${date}T12:00:00Z`)) === times.date(now)
        ? words.today
        : words.tomorrow;
    const listed = risks
      .map(({ name, color: of }) => `${words.risks[name] ?? name} ${words.colors[of].toLowerCase()}`)
      .join(', ');
    return `<li>${mark(color)}<div><h3>${E(which)}, ${E(times.date(Date.parse(`${date}T12:00:00Z`)))}: ${E(words.colors[color].toLowerCase())}</h3><p>${E(listed)}</p></div></li>`;
  };
  const source = first
    ? `<ul class="days">${forecasts.map(day).join('')}</ul><p class="source">${E(words.source(first.bulletin.name, times.moment(Date.parse(first.bulletin.issuedAt))))} ${E(words.forecast)}</p>`
    : `<p class="source">${E(words.noBulletin)}</p>`;
  return `<section><h2>${E(words.bulletin)}</h2>${source}</section>`;
}

function renderSignals({ state }: PublicPage, { words, language, now }: In): string {
  const times = timesIn(language, now);
  const rows = state.places.map(({ name, color, since }) => {
    const what = color === null ? words.unknown.toLowerCase() : words.colors[color].toLowerCase();
    const when = since === null || color === null ? '' : ` ${words.from(times.moment(since))}`;
    const sign = color === null ? '<span class="question" aria-hidden="true">?</span>' : mark(color);
    return `<li>${sign}<span>${E(name)}</span><small><b>${E(what)}</b>${E(when)}</small></li>`;
  });
  return `<section class="wide"><h2>${E(words.theSignals(state.total))}</h2><ul class="signals">${rows.join('')}</ul><p class="source">${E(words.unknownPlace)}</p></section>`;
}

const CHANGES_SHOWN = 6;

function renderChanges({ changes }: PublicPage, { words, language, now }: In): string {
  const times = timesIn(language, now);
  const rows = changes
    .filter(({ at }) => now - at < 30 * DAY_MS)
    .slice(0, CHANGES_SHOWN)
    .map(({ at, color, showing, total }) => {
      const what = color === null ? words.unknown : words.changed(words.colors[color], showing, total);
      const sign = color === null ? '<span class="question" aria-hidden="true">?</span>' : mark(color);
      return `<li><time datetime="${new Date(at).toISOString()}">${E(times.moment(at))}</time>${sign}<span>${E(what)}</span></li>`;
    });
  return `<section><h2>${E(words.changes)}</h2><ol class="changes">${rows.join('')}</ol></section>`;
}

function renderLinks({ comune }: PublicPage, words: PublicWords, at: string): string {
  const channel = comune.channel.startsWith('@')
    ? `<li><a href="https://t.me/${E(comune.channel.slice(1))}" rel="noopener">${E(words.channel)}</a></li>`
    : '';
  return `<section><h2>${E(words.know)}</h2><ul class="links">${channel}<li>${E(words.forSites)}: <a href="${at}.atom">Atom</a>, <a href="${at}.cap">CAP</a>, <a href="${at}.json">JSON</a></li></ul></section>`;
}

function mark(color: SignalColor, inverse = false): string {
  return `<svg class="mark${inverse ? ' inverse' : ''}" data-color="${color}" viewBox="-1 -1 30 30" aria-hidden="true"><path d="${MARK_SHAPES[color]}"/><path class="letter" d="${MARK_LETTERS[color]}"/></svg>`;
}
