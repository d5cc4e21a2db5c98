import type { OutputWrite } from '@semaforo/contract/domain/channels';

/** What becomes of lamps: they draw nothing when they are lit, or too little, or something when they are dark. */
export const LAMP_CONDITIONS = ['burnt', 'weak', 'leaking'] as const;

export type LampCondition = (typeof LAMP_CONDITIONS)[number] | 'sound';

/** What an LED lamp of a signal draws, give or take what a meter does not know. */
const LIT_W = 11.8;
const WEAK_W = 4.1;
const LEAK_W = 2.2;
const NOISE_W = 0.2;

/** How many W a lamp draws while its relay is so; `noise` is from 0 to 1. */
export function drawnBy(condition: LampCondition, payload: OutputWrite['payload'], noise: number): number {
  const isOn = payload === '1';
  const spread = (noise - 0.5) * 2 * NOISE_W;
  if (condition === 'burnt') return 0;
  if (!isOn) return condition === 'leaking' ? LEAK_W + spread : 0;
  return (condition === 'weak' ? WEAK_W : LIT_W) + spread;
}
