import { escapeMarkup as E } from './escape-markup.ts';
import type { PublicPlace } from './public-state.ts';
import type { PublicWords } from './words/italian.ts';

const WIDTH = 640;
const MOST_HEIGHT = 560;
const MARGIN = 60;
const METERS_PER_DEGREE = 111_320;
/** A town of one signal, or of several at one crossroads, is shown this wide. */
const LEAST_METERS = 200;
const SCALES = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const MARK = 44;

type Placed = { place: PublicPlace; number: number; latitude: number; longitude: number };

/**
 * Where the signals are, north at the top, with a scale: no streets, for no other site is asked for any. Empty when no
 * position is known. `numbers`: of each place in the list.
 */
export function renderMap(
  places: readonly PublicPlace[],
  { words, numbers, at }: { words: PublicWords; numbers: ReadonlyMap<number, number>; at: string },
): string {
  const placed = places.flatMap((place): Placed[] => {
    const { latitude, longitude } = place.position;
    const number = numbers.get(place.id);
    if (latitude === null || longitude === null || number === undefined) return [];
    return [{ place, number, latitude, longitude }];
  });
  if (placed.length === 0) return '';
  const { x, y, height, pixelsPerMeter } = projectionOf(placed);
  const marks = placed.map(({ place: { id, name, color }, number, latitude, longitude }) => {
    const left = Math.round(x(longitude));
    const top = Math.round(y(latitude));
    const word = color === null ? words.unknown : words.colors[color];
    const sign =
      color === null
        ? `<rect class="nothing" x="${left - 18}" y="${top - 18}" width="36" height="36" rx="5"/><text class="asks" x="${left - 7}" y="${top + 8}">?</text>`
        : `<use class="mark" data-color="${color}" xlink:href="#m-${color}" x="${left - MARK / 2}" y="${top - MARK / 2}" width="${MARK}" height="${MARK}"/>`;
    return `<a xlink:href="${E(at)}/${id}"><title>${E(`${number}. ${name}: ${word.toLowerCase()}`)}</title>${sign}<text x="${left + 26}" y="${top + 8}">${number}</text></a>`;
  });
  const meters = SCALES.findLast((scale) => scale * pixelsPerMeter <= WIDTH / 3) ?? LEAST_METERS / 4;
  const length = Math.round(meters * pixelsPerMeter);
  const label = meters < 1000 ? `${meters} m` : `${meters / 1000} km`;
  const scale = `<path class="scale" d="M20 ${height - 30}v10h${length}v-10"/><text x="${30 + length}" y="${height - 14}">${label}</text>`;
  return `<section class="wide screen"><h2>${E(words.map)}</h2><svg class="map" viewBox="0 0 ${WIDTH} ${height}" role="group" aria-label="${E(words.map)}">${marks.join('')}${scale}</svg><p class="source">${E(words.mapNote)}</p></section>`;
}

/** Degrees to the drawing, as wide as it may be: a Comune is so small that its surface is flat. */
function projectionOf(placed: readonly Placed[]) {
  const latitudes = placed.map(({ latitude }) => latitude);
  const longitudes = placed.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const metersPerLongitude = METERS_PER_DEGREE * Math.cos((((north + south) / 2) * Math.PI) / 180);
  const wide = Math.max(LEAST_METERS, (east - west) * metersPerLongitude);
  const high = Math.max(LEAST_METERS / 2, (north - south) * METERS_PER_DEGREE);
  const pixelsPerMeter = Math.min((WIDTH - 2 * MARGIN) / wide, (MOST_HEIGHT - 2 * MARGIN) / high);
  const height = Math.round(high * pixelsPerMeter + 2 * MARGIN);
  return {
    height,
    pixelsPerMeter,
    x: (longitude: number) =>
      WIDTH / 2 + (longitude - (west + east) / 2) * metersPerLongitude * pixelsPerMeter,
    y: (latitude: number) =>
      height / 2 - (latitude - (south + north) / 2) * METERS_PER_DEGREE * pixelsPerMeter,
  };
}
