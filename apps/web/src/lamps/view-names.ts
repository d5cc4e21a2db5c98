import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { capitalised, joinedWords } from './color-labels.ts';
import type { Lenses } from './lenses.ts';
import type { ShownState } from './shown-state.ts';

/**
 * What a drawing shows. `words`: every lit lamp by name; `desired`: what is desired of a device that shows something
 * else; `reason`: that of its error.
 */
type Drawn = ShownState & {
  lenses: Lenses;
  words: string | null;
  desired: DeviceStatus | null;
  reason: string | null;
};

/** The accessible name of a signal's drawing. */
export function signalName(drawn: Drawn): string {
  if (drawn.maintenance) return inMaintenance(drawn, drawn.words);
  const { kind, shown, words, requested, desired, lenses, reason } = drawn;
  const lit = SIGNAL_COLORS.filter((color) => lenses[color] === 'lit');
  const waiting = requested === null ? '' : `, ${requested} richiesto, in attesa`;
  const outOfSync = desired === null ? '' : `, chiesto ${desired}`;
  switch (kind) {
    case 'error':
      return `${lit.length > 0 ? `In errore, ${uncapitalised(reason ?? '')}` : inError(words)}${outOfSync}${waiting}`;
    case 'stale':
      return `Non aggiornato, ultimo stato noto ${words}${outOfSync}${waiting}`;
    case 'silent':
      return `Tace${lastKnown(words)}${outOfSync}${waiting}`;
    case 'never-heard':
      return 'Nessun dato';
    case 'pending':
      if (lit.length > 1) return `${capitalised(joinedWords(lit))} accesi${waiting}`;
      return `${shown === null ? 'Nessun dato' : `${describeLamp(shown)} e confermato`}${waiting}`;
    case 'spento':
    case 'ok':
    case 'out-of-sync':
      return `${describeLamp(shown)}${outOfSync || ', confermato'}`;
  }
}

/** The accessible name of a lantern's drawing. */
export function lanternName(drawn: Drawn): string {
  const { kind, shown, requested, desired } = drawn;
  const state = shown === 'acceso' ? 'accesa' : 'spenta';
  const act = requested === 'acceso' ? 'accensione' : 'spegnimento';
  const waiting = requested === null ? '' : `, ${act} in attesa`;
  if (drawn.maintenance) return inMaintenance(drawn, shown && state);
  const outOfSync = requestedOfLantern(desired);
  switch (kind) {
    case 'error':
      return `In errore${shown === null ? '' : lastKnown(state)}${outOfSync}${waiting}`;
    case 'stale':
      return `Non aggiornata, ultimo stato noto ${state}${outOfSync}${waiting}`;
    case 'silent':
      return `Tace${lastKnown(shown && state)}${outOfSync}${waiting}`;
    case 'never-heard':
      return 'Stato sconosciuto';
    case 'pending':
      return `${shown === null ? 'Stato sconosciuto' : `${capitalised(state)} e confermata`}${waiting}`;
    case 'spento':
    case 'ok':
    case 'out-of-sync':
      return `${capitalised(state)}${outOfSync || ', confermata'}`;
  }
}

function requestedOfLantern(desired: Drawn['desired']): string {
  if (desired === null) return '';
  return desired === 'acceso' ? ', chiesta l’accensione' : ', chiesto lo spegnimento';
}

/** That people work on it comes first: what it shows then means little. */
function inMaintenance({ fresh, requested }: Drawn, words: string | null): string {
  const waiting = requested === null ? '' : `, ${requested} richiesto, in attesa`;
  if (words === null) return `In manutenzione, nessun dato${waiting}`;
  return `In manutenzione, ${fresh ? 'mostra' : 'ultimo stato noto'} ${words}${waiting}`;
}

function inError(words: string | null): string {
  return `In errore${lastKnown(words)}`;
}

function lastKnown(words: string | null): string {
  return words === null ? ', nessun dato' : `, ultimo stato noto ${words}`;
}

function describeLamp(shown: DeviceStatus | null): string {
  return shown === null || shown === 'spento' ? 'Spento' : `${capitalised(shown)} acceso`;
}

function uncapitalised(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
