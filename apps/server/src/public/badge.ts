import { MARK_LETTERS, MARK_SHAPES } from '@semaforo/contract/domain/color-marks';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { escapeMarkup as E } from './escape-markup.ts';
import { timesIn } from './page-times.ts';
import type { PublicPage } from './public-pages.ts';
import { isOfFew } from './public-state.ts';
import { PUBLIC_WORDS, type PublicLanguage } from './public-words.ts';
import { meaningOf } from './render-page.ts';

type Paint = { ground: string; ink: string; mark: string; letter: string };
const WHITE = { ground: '#fff', ink: '#17324d' };

const PAINTS: Record<Exclude<SignalColor, 'verde'>, Paint> = {
  giallo: { ground: '#ffd21f', ink: '#17212b', mark: '#17212b', letter: '#ffd21f' },
  arancio: { ground: '#ff8a1f', ink: '#17212b', mark: '#17212b', letter: '#ff8a1f' },
  rosso: { ground: '#c4142a', ink: '#fff', mark: '#fff', letter: '#c4142a' },
};
/** On white: no alert, or the color of few signals. */
const MARKS: Record<SignalColor, Paint> = {
  verde: { ...WHITE, mark: '#18763c', letter: '#fff' },
  giallo: { ...WHITE, mark: '#ffd21f', letter: '#17212b' },
  arancio: { ...WHITE, mark: '#ff8a1f', letter: '#17212b' },
  rosso: { ...WHITE, mark: '#c4142a', letter: '#fff' },
};
/** Of a wide font: which one a reader has is not known. */
const NAME_WIDTH = 12;
const LINE_WIDTH = 7.8;
const FONT = 'font-family="Titillium Web, Verdana, sans-serif"';

/** A picture with text, for other sites: what the signals of the Comune show, and since when. */
export function toBadge(page: PublicPage, language: PublicLanguage): string {
  const { comune, state, since, readAt } = page;
  const words = PUBLIC_WORDS[language];
  const { color, showing, total } = state;
  const isLoud = color !== null && color !== 'verde' && !isOfFew(state);
  const word = (color === null ? words.unknown : words.colors[color]).toLowerCase();
  const said = isOfFew(state) ? meaningOf(page, words) : word;
  const name = `${comune.name}: ${said}`;
  const from = words.from(timesIn(language, readAt).moment(since));
  const line = color === null ? words.unknownIsNotSafe : `${words.confirmed(showing, total)}, ${from}`;
  const width = Math.ceil(Math.max(name.length * NAME_WIDTH, line.length * LINE_WIDTH)) + 84;
  const paint = color === null ? undefined : isLoud ? PAINTS[color] : MARKS[color];
  const { ground, ink } = paint ?? WHITE;
  const dashes = color === null ? ' stroke-dasharray="6 4"' : '';
  const edge = isLoud && color === 'rosso' ? ground : '#17324d';
  const text = `fill="${ink}" ${FONT}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="66" viewBox="0 0 ${width} 66" role="img" aria-label="${E(`${name}. ${line}`)}"><title>${E(`${name}. ${line}`)}</title><rect x="1" y="1" width="${width - 2}" height="64" rx="8" fill="${ground}" stroke="${edge}" stroke-width="2"${dashes}/>${badgeMark(color, paint)}<text x="68" y="31" font-size="19" font-weight="700" ${text}>${E(name)}</text><text x="68" y="51" font-size="13.5" ${text}>${E(line)}</text></svg>
`;
}

function badgeMark(color: SignalColor | null, paint: Paint | undefined): string {
  if (color === null || !paint) {
    return `<g><rect x="16" y="14" width="38" height="38" rx="4" fill="none" stroke="#17324d" stroke-width="2" stroke-dasharray="5 4"/><text x="29" y="40" font-size="21" font-weight="700" fill="#17324d" ${FONT}>?</text></g>`;
  }
  const { mark, letter } = paint;
  return `<g transform="translate(14 12) scale(1.5)"><path d="${MARK_SHAPES[color]}" fill="${mark}"/><path d="${MARK_LETTERS[color]}" fill="${letter}"/></g>`;
}
