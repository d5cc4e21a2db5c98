import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import type { Lens } from './lenses.ts';
import type { ShownState } from './shown-state.ts';
import type { ViewState } from './view-state.ts';

type Entry = { words: string; means: string; kind: ViewState['kind'] } & Partial<ShownState> & {
    lens?: Lens;
  };

const CONFIRMED = 'acceso, e detto dal semaforo stesso';

const ENTRIES: readonly Entry[] = [
  { words: 'Rosso', means: CONFIRMED, kind: 'ok', shown: 'rosso' },
  { words: 'Arancio', means: CONFIRMED, kind: 'ok', shown: 'arancio' },
  { words: 'Giallo', means: CONFIRMED, kind: 'ok', shown: 'giallo' },
  { words: 'Verde', means: CONFIRMED, kind: 'ok', shown: 'verde' },
  { words: 'Spento', means: 'tutte le lampade spente, dette da lui', kind: 'spento', shown: 'spento' },
  {
    ...{ words: 'In attesa', means: 'il comando è partito, la lampada non è ancora confermata' },
    ...{ kind: 'pending', shown: 'verde', requested: 'rosso' },
  },
  {
    ...{ words: 'Diverso dal comando', means: 'mostra altro da ciò che gli è stato chiesto' },
    ...{ kind: 'ok', shown: 'arancio', outOfSync: true },
  },
  {
    ...{ words: 'Non aggiornato', means: 'il collegamento è caduto: è l’ultimo stato noto' },
    ...{ kind: 'stale', shown: 'giallo', lens: 'last-known' },
  },
  {
    ...{ words: 'Tace', means: 'salta i suoi turni: è l’ultimo stato noto' },
    ...{ kind: 'silent', shown: 'giallo', lens: 'last-known' },
  },
  { words: 'Errore', means: 'non conferma, non è in linea, o ha più lampade accese', kind: 'error' },
  { words: 'Mai sentito', means: 'non ha mai detto nulla: non si sa che cosa mostra', kind: 'never-heard' },
  {
    ...{ words: 'In manutenzione', means: 'ci lavorano: non conta e non apre allarmi' },
    ...{ kind: 'ok', shown: 'verde', maintenance: true },
  },
];

/** Every state of a signal, with its name and meaning in Italian, as an example to draw. */
export const LEGEND: readonly { words: string; means: string; view: ViewState }[] = ENTRIES.map((entry) => ({
  ...{ words: entry.words, means: entry.means },
  view: exampleOf(entry),
}));

/** An example of a state. */
export function exampleOf({ words, lens = 'lit', ...state }: Omit<Entry, 'means'>): ViewState {
  const lensOf = (color: SignalColor): Lens => (color === state.shown ? lens : 'dark');
  return {
    shown: null,
    fresh: true,
    requested: null,
    outOfSync: false,
    silentSince: null,
    maintenance: false,
    testing: false,
    lit: [],
    words: null,
    ...state,
    lenses: Object.fromEntries(SIGNAL_COLORS.map((color) => [color, lensOf(color)])),
    name: words,
  };
}
