import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { escapeMarkup as E } from './escape-markup.ts';
import { MARK_SYMBOLS, markOf } from './marks.ts';
import { type PageTimes, timesIn } from './page-times.ts';
import type { PublicForecast, PublicPage } from './public-pages.ts';
import {
  graverPlaces,
  isOfFew,
  type PublicPlace,
  type PublicState,
  type PublicWater,
} from './public-state.ts';
import { PUBLIC_LANGUAGES, PUBLIC_WORDS, type PublicLanguage } from './public-words.ts';
import { renderMap } from './render-map.ts';
import { citizensGravity } from './shown-by-signals.ts';
import type { PublicWords } from './words/italian.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHANGES_SHOWN = 6;
/** More would not fit into 50 KB; the graver ones and those that are not known come first then. */
const PLACES_SHOWN = 60;
const BANDS_SHOWN = 8;
const GIALLO = citizensGravity('giallo');

/** Addresses of pages of the Comune; null: there is none. */
export type FootLinks = Readonly<Record<'accessibilityUrl' | 'feedbackUrl' | 'privacyUrl', string | null>>;

/** Which part of a page is asked for, and how. */
export type Rendering = {
  language: PublicLanguage;
  /** The path under which a proxy has the console. */
  base: string;
  links: FootLinks;
  now: number;
  embedded: boolean;
  /** One signal instead of the Comune. */
  placeId?: number | undefined;
};

type In = {
  words: PublicWords;
  language: PublicLanguage;
  times: PageTimes;
  now: number;
  at: string;
  embedded: boolean;
  place: PublicPlace | undefined;
};

/** The page as HTML that needs no script; undefined when the Comune has no such signal. */
export function renderPage(page: PublicPage, rendering: Rendering): string | undefined {
  const context = contextOf(page, rendering);
  const { words, language, at, embedded, place } = context;
  if (rendering.placeId !== undefined && !place) return undefined;
  const { comune, state } = page;
  const color = place ? place.color : state.color;
  const said = color === null ? words.unknown : words.colors[color];
  const title = place
    ? `${place.name}: ${said} · ${comune.name}`
    : `${said} · ${words.signals} · ${comune.name}`;
  const events = `${at}/events?lang=${language}${place ? `&amp;signal=${place.id}` : ''}${embedded ? '&amp;embedded' : ''}`;
  const body = embedded
    ? renderHero(page, context)
    : `${renderHeader(page, context)}<main>${renderHero(page, context)}<div class="columns">${renderParts(page, context)}</div></main><footer>${renderFoot(rendering.links, words)}<p>${E(words.footer)}</p></footer>`;
  const base = rendering.base;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${E(title)}</title><meta name="robots" content="${embedded ? 'noindex' : 'index'}"><link rel="icon" href="data:,"><link rel="stylesheet" href="${base}/c/-/pagina.css"><link rel="alternate" type="application/atom+xml" href="${at}.atom"><link rel="alternate" type="application/json" href="${at}.json"><link rel="alternate" type="application/json+oembed" href="${at}/oembed"><script src="${base}/c/-/pagina.js" defer></script></head><body data-events="${events}"${embedded ? ' class="embedded"' : ''}>${MARK_SYMBOLS}${body}</body></html>
`;
}

/** What an open page shows at the moment of a change, before it is loaded again. */
export function renderNow(page: PublicPage, rendering: Rendering): string {
  return renderHero(page, contextOf(page, rendering)).replaceAll('\n', ' ');
}

function contextOf({ comune, state }: PublicPage, { language, base, now, embedded, placeId }: Rendering): In {
  const place = placeId === undefined ? undefined : state.places.find(({ id }) => id === placeId);
  const at = `${base}/c/${comune.slug}`;
  return { words: PUBLIC_WORDS[language], language, times: timesIn(language, now), now, at, embedded, place };
}

function renderHeader({ comune }: PublicPage, { words, language }: In): string {
  const languages = PUBLIC_LANGUAGES.map(
    (one) =>
      `<a href="?lang=${one}" hreflang="${one}" lang="${one}"${one === language ? ' aria-current="true"' : ''}>${one.toUpperCase()}</a>`,
  ).join('');
  return `<header><p><b>${E(comune.name)}</b><small>${E(words.signals)}</small></p><nav aria-label="${E(words.language)}">${languages}</nav></header>`;
}

function renderFoot(links: FootLinks, words: PublicWords): string {
  const shown = (['accessibilityUrl', 'feedbackUrl', 'privacyUrl'] as const).flatMap((name) => {
    const address = links[name];
    return address === null ? [] : [`<a href="${E(address)}" rel="noopener">${E(words.foot[name])}</a>`];
  });
  return shown.length === 0 ? '' : `<p>${shown.join(' · ')}</p>`;
}

/** What holds, with the graver places below it: the part that changes at once on an open page. */
function renderHero(page: PublicPage, context: In): string {
  const { words, times, place, embedded, at } = context;
  const { state, readAt, comune } = page;
  const color = place ? place.color : state.color;
  // What only the script does is said by the script.
  const updated = `${E(words.updated(times.second(readAt)))}<span data-live hidden>, ${E(words.updatesItself)}</span>.<span data-still> ${E(words.reload)}.</span>`;
  const cutOff = `<p class="careful" role="status" data-cut-off hidden><b>${E(words.cutOff(times.second(readAt)))}</b></p>`;
  const name = place?.name ?? (embedded ? comune.name : undefined);
  const parts = {
    name: name === undefined ? '' : `<p class="name">${E(name)}</p>`,
    heading: (text: string) =>
      embedded
        ? `<h1><a href="${at}" target="_blank" rel="noopener">${E(text)}</a></h1>`
        : `<h1>${E(text)}</h1>`,
    updated,
  };
  const graver = embedded || place ? '' : renderGraver(page, context);
  const hero =
    color === null ? renderUnknown(page, context, parts) : renderKnown(page, context, { ...parts, color });
  return `<div id="adesso">${hero}${cutOff}${graver}</div>`;
}

type HeroParts = { name: string; heading: (text: string) => string; updated: string };

function renderUnknown(
  { since, lastKnown, readAt }: PublicPage,
  { words, times, place }: In,
  { name, heading, updated }: HeroParts,
): string {
  const last = lastKnown
    ? words.lastKnown(words.colors[lastKnown.color].toLowerCase(), times.moment(lastKnown.until))
    : '';
  const news = place ? E(words.unknownPlace) : `${E(words.noNews(times.moment(since)))} ${E(last)}`;
  const means = place ? '' : `<p class="say">${E(words.unknownMeans)}</p>`;
  const water = place?.water ? `<p><b>${E(waterOf(place.water, { words, times }))}</b></p>` : '';
  return `<section class="hero unknown" data-as-of="${readAt}">${name}<div class="what">${heading(words.unknown)}</div>${means}${water}<p>${news}<br>${updated}</p></section><p class="careful"><b>${E(words.unknownIsNotSafe)}</b> ${E(words.lookAtTheStreet)}</p>`;
}

function renderKnown(
  page: PublicPage,
  { words, times, place }: In,
  { name, heading, updated, color }: HeroParts & { color: SignalColor },
): string {
  const { state } = page;
  const since = place ? place.since : page.since;
  const from = since === null ? '' : `, <b>${E(words.from(times.moment(since)))}</b>`;
  if (!place && isOfFew(state)) {
    const rest = words.others(state.total - state.showing, listOthers(state, words));
    return `<section class="hero few" data-as-of="${page.readAt}">${name}<div class="what">${markOf(color)}${heading(meaningOf(page, words))}</div><p class="say">${E(rest)}</p><p>${updated}</p></section>`;
  }
  const means = meaningOf(page, words, place);
  const say = means === words.colors[color] ? '' : `<p class="say">${E(means)}</p>`;
  const water = place?.water ? `<p><b>${E(waterOf(place.water, { words, times }))}</b></p>` : '';
  const showing = place ? words.confirmed(1, 1) : words.confirmed(state.showing, state.total);
  return `<section class="hero" data-color="${color}" data-as-of="${page.readAt}">${name}<div class="what">${markOf(color, true)}${heading(words.colors[color])}</div>${say}${water}<p>${E(showing)}${from}.<br>${updated}</p>${renderSignal(color)}</section>`;
}

/** 'Acqua: 37 cm, misurata alle 03:24'. */
function waterOf(water: PublicWater, { words, times }: Pick<In, 'words' | 'times'>): string {
  return water.level === null ? words.waterUnknown : words.water(water.level, times.moment(water.at));
}

/** 'verde', or 'verde 8, giallo 2, non disponibile 1': what the places show that do not show what is said. */
function listOthers({ color, places }: PublicState, words: PublicWords): string {
  const counts = [...SIGNAL_COLORS, null]
    .filter((other) => other !== color)
    .map((other) => ({
      name: (other === null ? words.unknown : words.colors[other]).toLowerCase(),
      count: places.filter((place) => place.color === other).length,
    }))
    .filter(({ count }) => count > 0);
  if (counts.length === 1) return counts[0]?.name ?? '';
  return counts.map(({ name, count }) => `${name} ${count}`).join(', ');
}

/**
 * What the color means, in a sentence. 'Nessuna allerta' is said only where all signals of the Comune confirm verde
 * and, if it has zones, beside a bulletin of less than 30 hours.
 */
export function meaningOf(
  { state, forecasts, comune }: Pick<PublicPage, 'state' | 'forecasts' | 'comune'>,
  words: PublicWords,
  place?: PublicPlace,
): string {
  const color = place ? place.color : state.color;
  if (color === null) return words.unknown;
  if (!place && isOfFew(state)) return words.few(words.colors[color].toLowerCase(), state.showing);
  if (color !== 'verde') return words.means[color];
  const isFresh = comune.zones.length === 0 || forecasts.some(({ bulletin }) => !bulletin.stale);
  if (state.color === 'verde' && isFresh) return words.means.verde;
  return place ? words.colors.verde : words.allVerde;
}

/** A signal as it stands on the street, with that lamp lit: decoration, the word is beside it. */
function renderSignal(lit: SignalColor): string {
  const lamps = SIGNAL_COLORS.toReversed().map(
    (color, index) =>
      `<circle cx="28" cy="${20 + index * 31}" r="${color === lit ? 13 : 11.5}" data-lamp="${color}"${color === lit ? ' data-lit=""' : ''}/>`,
  );
  return `<svg class="signal" viewBox="4 0 48 133" aria-hidden="true"><rect x="5" y="1.5" width="46" height="130" rx="13"/>${lamps.join('')}</svg>`;
}

function renderGraver(page: PublicPage, { words, times, at }: In): string {
  const graver = graverPlaces(page.state).filter(({ color }) => citizensGravity(color) > GIALLO);
  const bands = graver.slice(0, BANDS_SHOWN).map(({ id, name, color, since }) => {
    const closed = color === 'rosso' ? ` ${E(words.closed)}` : '';
    const when = since === null ? '' : `<small>${E(words.from(times.moment(since)))}</small>`;
    const word = color === null ? words.unknown : words.colors[color];
    return `<p class="graver" data-color="${color}">${markOf(color, true)}<span><a href="${at}/${id}"><b>${E(name)}: ${E(word.toLowerCase())}.</b></a>${closed}</span>${when}</p>`;
  });
  const others = graver.length - bands.length;
  return `${bands.join('')}${others === 0 ? '' : `<p class="careful">${E(words.more(others))}</p>`}`;
}

/** What to do comes first from giallo on, else the bulletin. */
function renderParts(page: PublicPage, context: In): string {
  const gravity = gravestOf(page, context.place);
  const advice = renderAdvice(page, context);
  const bulletin = renderBulletin(page, context);
  const first = gravity > 0 ? advice + bulletin : bulletin + advice;
  if (context.place) {
    return `${first}<section><p><a href="${context.at}?lang=${context.language}">${E(context.words.back)}: ${E(page.comune.name)}</a></p><p class="source"><a href="${context.at}/${context.place.id}/foglio">${E(context.words.sheet)}</a></p></section>`;
  }
  return `${first}${renderSignals(page, context)}${renderChanges(page, context)}${renderLinks(page, context)}`;
}

/** The gravest that holds, or was known last. */
function gravestOf({ state, lastKnown }: PublicPage, place: PublicPlace | undefined): number {
  const colors = [state.color, lastKnown?.color, ...state.places.map(({ color }) => color), place?.color];
  return Math.max(...colors.map(citizensGravity));
}

function renderAdvice(page: PublicPage, { words, language, place }: In): string {
  const { comune, forecasts } = page;
  const color = SIGNAL_COLORS[gravestOf(page, place)] ?? 'verde';
  const own = language === 'it' ? comune.advice : words.advice;
  const risky = (forecasts[0]?.risks ?? []).flatMap((risk) =>
    citizensGravity(risk.color) > 0 ? (words.riskAdvice[risk.name] ?? []) : [],
  );
  const advice = [...new Set([...own[color], ...(color === 'verde' ? [] : risky)])];
  const lines = advice.map((line) => `<li>${E(line)}</li>`).join('');
  const phone =
    comune.phone === ''
      ? ''
      : `<a href="tel:${E(comune.phone.replaceAll(' ', ''))}">${E(words.civilProtection)} <b>${E(comune.phone)}</b></a>`;
  return `<section><h2>${E(words.whatToDo)}</h2><ul class="advice">${lines}</ul><p class="call"><a href="tel:112">${E(words.emergency)} <b>112</b></a>${phone}</p></section>`;
}

function renderBulletin({ forecasts }: PublicPage, { words, times, now }: In): string {
  const [first] = forecasts;
  const day = ({ date, color, risks }: PublicForecast) => {
    const noon = Date.parse(`${date}T12:00:00Z`);
    const listed = risks
      .map(({ name, color: of }) => `${words.risks[name] ?? name} ${words.colors[of].toLowerCase()}`)
      .join(', ');
    return `<li>${markOf(color)}<div><h3>${E(times.isToday(noon) ? words.today : words.tomorrow)}, ${E(times.date(noon))}: ${E(words.colors[color].toLowerCase())}</h3><p>${E(listed)}</p></div></li>`;
  };
  return `<section><h2>${E(words.bulletin)}</h2>${first ? `<ul class="days">${forecasts.map(day).join('')}</ul>` : ''}<p class="source">${first ? sourceOf(first, { words, times, now }) : E(words.noBulletin)}</p></section>`;
}

/** Where a forecast comes from and how old it is, and that it is one. */
function sourceOf(
  { bulletin }: PublicForecast,
  { words, times, now }: Pick<In, 'words' | 'times' | 'now'>,
): string {
  const issuedAt = Date.parse(bulletin.issuedAt);
  const age = words.age(Math.floor((now - issuedAt) / HOUR_MS));
  const old = bulletin.stale ? ` <b>${E(words.oldBulletin)}</b>` : '';
  return `${E(words.source(bulletin.name, times.moment(issuedAt), age))}${old} ${E(words.forecast)}`;
}

function renderSignals({ state }: PublicPage, { words, times, at }: In): string {
  const shown = shownOf(state.places);
  const numbers = new Map(shown.map(({ id }, index) => [id, index + 1]));
  const rows = shown.map(({ id, name, color, since, water }) => {
    const what = color === null ? words.unknown.toLowerCase() : words.colors[color].toLowerCase();
    const when = since === null ? '' : ` ${words.from(times.moment(since))}`;
    return `<li>${markOf(color)}<a href="${at}/${id}">${E(name)}</a><small><b>${E(what)}</b>${E(when)}${water ? `<br>${E(waterOf(water, { words, times }))}` : ''}</small></li>`;
  });
  const others = state.places.length - shown.length;
  const more = others === 0 ? '' : `<p><a href="${at}.json">${E(words.more(others))}</a></p>`;
  return `<section class="wide"><h2>${E(words.theSignals(state.total))}</h2><ol class="signals">${rows.join('')}</ol>${more}<p class="source">${E(words.unknownPlace)}</p></section>${renderMap(shown, { words, numbers, at })}`;
}

function shownOf(places: readonly PublicPlace[]): readonly PublicPlace[] {
  if (places.length <= PLACES_SHOWN) return places;
  const weight = ({ color }: PublicPlace) => (color === null ? 0.5 : citizensGravity(color));
  return places.toSorted((one, other) => weight(other) - weight(one)).slice(0, PLACES_SHOWN);
}

function renderChanges({ changes }: PublicPage, { words, times, now }: In): string {
  const rows = changes
    .filter(({ at }) => now - at < 30 * DAY_MS)
    .slice(0, CHANGES_SHOWN)
    .map(({ at, color, showing, total }) => {
      const what = color === null ? words.unknown : words.changed(words.colors[color], showing, total);
      return `<li><time datetime="${new Date(at).toISOString()}">${E(times.moment(at))}</time>${markOf(color)}<span>${E(what)}</span></li>`;
    });
  return `<section><h2>${E(words.changes)}</h2><ol class="changes">${rows.join('')}</ol></section>`;
}

function renderLinks({ comune }: PublicPage, { words, at, language }: In): string {
  const channel = comune.channel.startsWith('@')
    ? `<li><a href="https://t.me/${E(comune.channel.slice(1))}" rel="noopener">${E(words.channel)}</a></li>`
    : '';
  const from = (['giallo', 'arancio', 'rosso'] as const).map(
    (color) => `<option value="${color}">${E(words.colors[color])}</option>`,
  );
  // Shown by the script, where the browser can be told something.
  const { ask, from: fromWord, ...answers } = words.notify;
  const says = Object.entries(answers).map(([name, text]) => ` data-${name}="${E(text)}"`);
  const notify = `<form class="notify" data-notify="${at}/avvisi" data-language="${language}"${says.join('')} data-ask="${E(ask)}" hidden><label>${E(fromWord)} <select>${from.join('')}</select></label> <button type="submit">${E(ask)}</button><p role="status"></p></form>`;
  return `<section class="screen"><h2>${E(words.know)}</h2>${notify}<ul class="links">${channel}<li>${E(words.forSites)}: <a href="${at}.atom">Atom</a>, <a href="${at}.cap">CAP</a>, <a href="${at}.json">JSON</a>, <a href="${at}.geojson">GeoJSON</a></li></ul></section>`;
}
