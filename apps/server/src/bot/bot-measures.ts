import type { Registry } from 'prom-client';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';

/** Shows whether the bot works, and what waits to be sent by it, to Prometheus. */
export function measureBot(
  registry: Registry,
  options: { isRunning: () => boolean; countWaiting: () => Promise<number> },
): void {
  addMeasuredGauge(registry, {
    name: 'semaforo_bot_running',
    help: '1 while Telegram answers the bot; absent without a bot',
    read: () => (options.isRunning() ? 1 : 0),
  });
  addMeasuredGauge(registry, {
    name: 'semaforo_bot_messages_waiting',
    help: 'Messages that wait to be sent by the bot',
    read: options.countWaiting,
  });
}
