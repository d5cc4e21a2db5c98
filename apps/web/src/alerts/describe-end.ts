import type { AlertEndOnSignal } from '@semaforo/contract/api/alerts';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { counted } from '@semaforo/contract/domain/italian';
import { namesOrCount } from './showing-now.ts';

/**
 * What the end of an alert does, in lines: '11 semafori: arancio → verde', 'Lungofiume, ROSSO manuale: resta rosso'.
 * One signal that changes alone is named; up to five that keep a color set by hand are.
 */
export function describeEnd(signals: readonly AlertEndOnSignal[], keepsOverrides: boolean): string[] {
  const changing = signals.flatMap((signal) => {
    const change = changeOf(signal, keepsOverrides);
    return change === null ? [] : [{ name: signal.name, change }];
  });
  const kept = signals.flatMap(({ name, override }) =>
    override && keepsOverrides ? [{ name, color: override.color }] : [],
  );
  const all = [
    ...[...groupBy(changing, ({ change }) => change)].map(
      ([change, those]) => `${nameOrCount(those)}: ${change}`,
    ),
    ...[...groupBy(kept, ({ color }) => color)].map(([color, those]) => {
      const stays = those.length === 1 ? 'resta' : 'restano';
      const names = those.map(({ name }) => name);
      return `${namesOrCount(names, signals.length)}, ${color.toUpperCase()} manuale: ${stays} ${color}`;
    }),
  ];
  return all.length === 0 ? ['Nessuna lampada cambia'] : all;
}

/** 'da → a' of one signal; null where a color set by hand is kept, or nothing is to change. */
function changeOf({ from, to, override }: AlertEndOnSignal, keepsOverrides: boolean): string | null {
  if (override && keepsOverrides) return null;
  const target = override ? override.to : to;
  if (target === null) return null;
  return from === target ? `già ${target}` : `${from ?? 'non si sa'} → ${target}`;
}

function nameOrCount(signals: readonly { name: string }[]): string {
  const [first, ...others] = signals;
  return first && others.length === 0 ? first.name : counted(signals.length, ['semaforo', 'semafori']);
}
