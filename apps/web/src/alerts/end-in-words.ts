import type { AlertEndOnSignal } from '@semaforo/contract/api/alerts';
import { counted } from '@semaforo/contract/domain/italian';

/**
 * What the end of an alert does, in lines: '11 semafori: arancio → verde', 'Lungofiume, ROSSO manuale: resta rosso'.
 * One signal alone is named.
 */
export function endInWords(signals: readonly AlertEndOnSignal[], keepsOverrides: boolean): string[] {
  const changes = new Map<string, string[]>();
  const kept: string[] = [];
  for (const { name, from, to, override } of signals) {
    const target = override && !keepsOverrides ? override.to : to;
    if (override && keepsOverrides) {
      kept.push(`${name}, ${override.color.toUpperCase()} manuale: resta ${override.color}`);
    } else if (target !== null) {
      const change = from === target ? `${target}, resta` : `${from ?? 'non si sa'} → ${target}`;
      changes.set(change, [...(changes.get(change) ?? []), name]);
    }
  }
  const lines = [...changes].map(([change, names]) => {
    const [only] = names;
    const whose = names.length === 1 && only !== undefined ? only : counted(names.length, SIGNALS);
    return `${whose}: ${change}`;
  });
  const all = [...lines, ...kept];
  return all.length === 0 ? ['Nessuna lampada cambia'] : all;
}

const SIGNALS = ['semaforo', 'semafori'] as const;
