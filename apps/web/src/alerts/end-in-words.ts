import type { AlertEndOnSignal } from '@semaforo/contract/api/alerts';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { counted } from '@semaforo/contract/domain/italian';

/**
 * What the end of an alert does, in lines: '11 semafori: arancio → verde', 'Lungofiume, ROSSO manuale: resta rosso'.
 * One signal alone is named.
 */
export function endInWords(signals: readonly AlertEndOnSignal[], keepsOverrides: boolean): string[] {
  const changing = signals.flatMap((signal) => {
    const change = changeOf(signal, keepsOverrides);
    return change === null ? [] : [{ name: signal.name, change }];
  });
  const lines = [...groupBy(changing, ({ change }) => change)].map(([change, [first, ...others]]) => {
    const whose = first && others.length === 0 ? first.name : counted(others.length + 1, SIGNALS);
    return `${whose}: ${change}`;
  });
  const kept = signals.flatMap(({ name, override }) =>
    override && keepsOverrides
      ? [`${name}, ${override.color.toUpperCase()} manuale: resta ${override.color}`]
      : [],
  );
  const all = [...lines, ...kept];
  return all.length === 0 ? ['Nessuna lampada cambia'] : all;
}

/** 'da → a' of one signal; null where a color set by hand is kept, or nothing is to change. */
function changeOf({ from, to, override }: AlertEndOnSignal, keepsOverrides: boolean): string | null {
  if (override && keepsOverrides) return null;
  const target = override ? override.to : to;
  if (target === null) return null;
  return from === target ? `${target}, resta` : `${from ?? 'non si sa'} → ${target}`;
}

const SIGNALS = ['semaforo', 'semafori'] as const;
