import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { capitalised, joinedWords } from './color-words.ts';
import type { Lenses } from './lenses.ts';
import type { ShownState } from './shown-state.ts';

/**
 * What a drawing shows. `words`: every lit lamp by name; `asked`: what was asked of a device that shows something else;
 * `reason`: that of its error.
 */
type Drawn = ShownState & {
  lenses: Lenses;
  words: string | null;
  asked: DeviceStatus | null;
  reason: string | null;
};

/** The accessible name of a signal's drawing. */
export function signalName(drawn: Drawn): string {
  const { kind, shown, words, requested, asked, lenses, reason } = drawn;
  const lit = SIGNAL_COLORS.filter((color) => lenses[color] === 'lit');
  const waiting = requested === null ? '' : `, ${requested} richiesto, in attesa`;
  const differing = asked === null ? '' : `, chiesto ${asked}`;
  switch (kind) {
    case 'error':
      return `${lit.length > 0 ? `In errore, ${uncapitalised(reason ?? '')}` : inError(words)}${differing}${waiting}`;
    case 'stale':
      return `Non aggiornato, ultimo stato noto ${words}${differing}${waiting}`;
    case 'no-data':
      return 'Nessun dato';
    case 'pending':
      if (lit.length > 1) return `${capitalised(joinedWords(lit))} accesi${waiting}`;
      return `${shown === null ? 'Nessun dato' : `${lampInWords(shown)} e confermato`}${waiting}`;
    case 'spento':
    case 'confirmed':
      return `${lampInWords(shown)}${differing || ', confermato'}`;
  }
}

/** The accessible name of a lantern's drawing. */
export function lanternName({ kind, shown, requested, asked }: Drawn): string {
  const state = shown === 'acceso' ? 'accesa' : 'spenta';
  const act = requested === 'acceso' ? 'accensione' : 'spegnimento';
  const waiting = requested === null ? '' : `, ${act} in attesa`;
  const differing =
    asked === null ? '' : `, ${asked === 'acceso' ? 'chiesta l’accensione' : 'chiesto lo spegnimento'}`;
  switch (kind) {
    case 'error':
      return `In errore${shown === null ? '' : `, ultimo stato noto ${state}`}${differing}${waiting}`;
    case 'stale':
      return `Non aggiornata, ultimo stato noto ${state}${differing}${waiting}`;
    case 'no-data':
      return 'Stato sconosciuto';
    case 'pending':
      return `${shown === null ? 'Stato sconosciuto' : `${capitalised(state)} e confermata`}${waiting}`;
    case 'spento':
    case 'confirmed':
      return `${capitalised(state)}${differing || ', confermata'}`;
  }
}

function inError(words: string | null): string {
  return words === null ? 'In errore, nessun dato' : `In errore, ultimo stato noto ${words}`;
}

function lampInWords(shown: DeviceStatus | null): string {
  return shown === null || shown === 'spento' ? 'Spento' : `${capitalised(shown)} acceso`;
}

function uncapitalised(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
