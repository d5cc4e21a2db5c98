import { isoTime } from '../platform/clock.ts';
import { escapeMarkup as E } from './escape-markup.ts';
import type { PublicPage } from './public-pages.ts';
import { PUBLIC_WORDS } from './public-words.ts';
import { meaningOf } from './render-page.ts';

const WORDS = PUBLIC_WORDS.it;
const FRAME = { width: 480, height: 260 };

/** Where the page is for those outside: `https://…/c/<slug>`. */
export type At = { origin: string; at: string };

/** What the page says, for programs. */
export function toPublicJson(page: PublicPage) {
  const { comune, state, since, lastKnown, changes, forecasts, readAt } = page;
  return {
    comune: comune.name,
    slug: comune.slug,
    color: state.color,
    text: state.color === null ? WORDS.unknown.toLowerCase() : meaningOf(page, WORDS),
    since: isoTime(since),
    updated_at: isoTime(readAt),
    showing: state.showing,
    total: state.total,
    last_known: lastKnown && { color: lastKnown.color, until: isoTime(lastKnown.until) },
    signals: state.places.map(({ id, name, color, since: at, position, water }) => ({
      ...{ id, name, color },
      text: (color === null ? WORDS.unknown : WORDS.colors[color]).toLowerCase(),
      since: at === null ? null : isoTime(at),
      water: water && { level_cm: water.level, measured_at: water.level === null ? null : isoTime(water.at) },
      ...position,
    })),
    forecast: forecasts.map(({ date, color, bulletin }) => ({
      ...{ date, color, source: bulletin.name, issued_at: bulletin.issuedAt, stale: bulletin.stale },
    })),
    changes: changes.map(({ at, ...change }) => ({ at: isoTime(at), ...change })),
  };
}

/** The signals that close their place, where that is known, for navigators (GeoJSON, RFC 7946). */
export function toGeoJson({ state, comune, readAt }: PublicPage) {
  const features = state.places.flatMap(({ id, name, color, since, position }) => {
    const { latitude, longitude } = position;
    if (color !== 'rosso' || latitude === null || longitude === null) return [];
    return [
      {
        type: 'Feature',
        id,
        properties: {
          name,
          comune: comune.name,
          closed: true,
          since: since === null ? null : isoTime(since),
        },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      },
    ];
  });
  // Nothing is said of the others: a signal that is not known is not open.
  const unknown = state.places.filter(({ color }) => color === null).length;
  return { type: 'FeatureCollection', updated_at: isoTime(readAt), unknown, features };
}

/** How another site shows it in a frame (oEmbed 1.0); only the sites that the Comune names may. */
export function toOembed({ comune }: PublicPage, { origin, at }: At, cachedS: number) {
  const title = `${comune.name}: ${WORDS.signals.toLowerCase()}`;
  return {
    ...{ type: 'rich', version: '1.0', title, provider_name: comune.name, provider_url: origin },
    ...{ cache_age: cachedS, ...FRAME },
    html: `<iframe src="${E(at)}/embed" width="${FRAME.width}" height="${FRAME.height}" title="${E(title)}" loading="lazy"></iframe>`,
  };
}

/** The changes as an Atom feed (RFC 4287). */
export function toAtom({ comune, changes, readAt }: PublicPage, { at }: At): string {
  const entries = changes.map(({ at: time, color, showing, total }) => {
    const title = color === null ? WORDS.unknown : color === 'verde' ? WORDS.allVerde : WORDS.means[color];
    const summary = color === null ? WORDS.unknownMeans : WORDS.changed(WORDS.colors[color], showing, total);
    return `<entry><id>${E(at)}#${time}</id><title>${E(title)}</title><updated>${isoTime(time)}</updated><link href="${E(at)}"/><summary>${E(summary)}</summary></entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="it"><id>${E(at)}</id><title>${E(`${comune.name}: ${WORDS.signals.toLowerCase()}`)}</title><updated>${isoTime(changes[0]?.at ?? readAt)}</updated><author><name>${E(comune.name)}</name></author><link rel="self" href="${E(at)}.atom"/><link href="${E(at)}"/>${entries.join('')}</feed>
`;
}
