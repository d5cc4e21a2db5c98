import { addDays, parseWrittenTime } from '@semaforo/contract/domain/rome-time';
import { actionsNamed } from './format-action.ts';

/** What the person filters by: a text, days of Rome (`2026-11-21`, or empty), and only what was refused or failed. */
export type AuditFilter = { text: string; from: string; to: string; failed: boolean };

export const NO_FILTER: AuditFilter = { text: '', from: '', to: '', failed: false };

/** What the filter is in a call: from the start of the first day to the end of the last one, in Rome. */
export function toQuery({ text, from, to, failed }: AuditFilter) {
  const first = startOfDay(from);
  const isDay = startOfDay(to) !== undefined;
  const end = isDay ? startOfDay(addDays(to, 1)) : undefined;
  const actions = actionsNamed(text);
  return {
    ...(text.trim() !== '' && { q: text.trim() }),
    ...(actions.length > 0 && { actions: actions.join(',') }),
    ...(first !== undefined && { from: first }),
    ...(end !== undefined && { to: end }),
    ...(failed && { failed: 'true' as const }),
  };
}

export function isFiltering({ text, from, to, failed }: AuditFilter): boolean {
  return text.trim() !== '' || from !== '' || to !== '' || failed;
}

function startOfDay(day: string): string | undefined {
  const written = parseWrittenTime(`${day}T00:00:00`);
  return written.kind === 'instant' ? new Date(written.instant).toISOString() : undefined;
}
