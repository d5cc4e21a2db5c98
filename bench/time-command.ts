import type { Client } from '@semaforo/client';
import type { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';

/** Commands all signals; resolves to the milliseconds until each has confirmed. Rejects when one has not. */
export async function timeCommand(api: Client, command: (typeof SIGNAL_COLORS)[number]): Promise<number> {
  const startedAt = performance.now();
  const { results } = await api('sendCommand', { body: { command } });
  const elapsed = performance.now() - startedAt;
  const failed = results.filter(({ error }) => error !== null);
  if (failed.length > 0) throw new Error(`${failed.length} devices did not confirm: ${failed[0]?.error}`);
  return elapsed;
}
