import type { AuditEntry } from '@semaforo/contract/api/audit';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { counted } from '@semaforo/contract/domain/italian';
import { SIGNAL_STATUSES } from '@semaforo/contract/domain/signal-color';

/** A value of a row before and after the act; absent where there was none. */
export type Change = { field: string; before: string | undefined; after: string | undefined };

const NAMING = ['name', 'username', 'topic', 'key', 'broker'] as const;

/** What an act was done to, in a person's words: a name if the row has one; of a command its devices. */
export function subjectOf(entry: AuditEntry): string {
  const { total, confirmed } = entry;
  if (total !== null && confirmed !== null) {
    const isLantern = fieldsOf(entry.after).deviceType === 'lanterna';
    const devices = counted(total, isLantern ? ['lanterna', 'lanterne'] : ['semaforo', 'semafori']);
    const words = isLantern
      ? (['confermata', 'confermate'] as const)
      : (['confermato', 'confermati'] as const);
    return `${devices}: ${counted(confirmed, words)}`;
  }
  const values = { ...fieldsOf(entry.before), ...fieldsOf(entry.after) };
  const name = NAMING.map((field) => values[field]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof name === 'string' ? name : (entry.target ?? '');
}

/** The status that a command asked for, if the row says it. */
export function statusOf(entry: AuditEntry): DeviceStatus | undefined {
  const { value, command, color } = fieldsOf(entry.after);
  return ([...SIGNAL_STATUSES, 'acceso'] as const).find((status) => [value, command, color].includes(status));
}

/** What the row says of before and after, field by field; what did not change is left out where both are known. */
export function changesOf({ before, after }: AuditEntry): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const bothKnown = before !== null && after !== null;
  return fields
    .map((field) => ({ field, before: written(old[field]), after: written(now[field]) }))
    .filter((change) => !bothKnown || change.before !== change.after);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  return { elenco: value };
}

function written(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
