import type { LampTest } from '@semaforo/contract/api/lamp-tests';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { formatOthers } from '@semaforo/contract/domain/italian';
import { formatLamps, lampsOfType } from '@semaforo/contract/domain/lamps';

type Tested = LampTest['devices'][number];

/** 'Prova lampade, 2/4': the lamp that is being tried. */
export function describeStep({ device_type, devices }: LampTest): string {
  const done = Math.max(0, ...devices.map(({ results }) => results.length));
  return `Prova lampade, ${done}/${lampsOfType(device_type).length}`;
}

/** To what the devices go back: 'Poi torna a ciò che mostrava: arancio.' */
export function describeFormer({ devices }: LampTest): string {
  const formers = [...new Set(devices.map(({ former }) => former))];
  const [only] = formers;
  if (devices.length > 1) return 'Poi ognuno torna a ciò che mostrava.';
  return `Poi torna a ciò che mostrava: ${only ?? 'spento'}.`;
}

/** What did not answer, device by device: 'Diga Vecchia: rosso non ha risposto'. */
export function describeSilent(tested: Tested): string | null {
  const silent = tested.results.filter(({ state }) => !isUnderWay(state) && state !== 'confermato');
  const failed = silent.filter(({ state }) => state !== 'superato').map(({ lamp }) => lamp);
  if (failed.length === 0) return null;
  return `${tested.device}: ${formatLamps(failed)} ${failed.length === 1 ? 'non ha' : 'non hanno'} risposto`;
}

/** What became of a device that did not go back by itself. */
export function describeEnd({ device, former, state }: Tested): string | null {
  if (state === 'interrotta') return `${device}: prova interrotta da un altro comando, che vale`;
  return state === 'non rimessa' ? `${device}: non ha confermato di essere tornato a ${former}` : null;
}

const NAMED_AT_MOST = 8;

/** The findings of a test in words; when all answered and went back, one sentence that says so. */
export function describeFindings(test: LampTest): { good: boolean; sentences: string[] } {
  const found = test.devices.flatMap((tested) =>
    [describeSilent(tested), describeEnd(tested)].filter((sentence) => sentence !== null),
  );
  const others = found.length - NAMED_AT_MOST;
  const sentences = found.slice(0, NAMED_AT_MOST);
  if (others > 0) sentences.push(`… e ${formatOthers(others)}`);
  if (found.length > 0) return { good: false, sentences };
  const lamps = lampsOfType(test.device_type).length;
  const isWhole = test.devices.every(({ results }) => results.length === lamps);
  return {
    good: true,
    sentences: [
      isWhole
        ? 'Tutte le lampade hanno risposto, e ognuno mostra di nuovo ciò che mostrava.'
        : 'Prova fermata: ognuno mostra di nuovo ciò che mostrava.',
    ],
  };
}
