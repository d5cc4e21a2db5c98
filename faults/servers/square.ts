import type { Client } from '@semaforo/client';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

/** A color that the signal of a square must be given, in its place and not before its time (epoch ms). */
export type ExpectedColor = { color: SignalColor; notBefore: number };

/** A place with one signal, which shows verde at first. */
export type Square = {
  key: string;
  deviceId: number;
  /** Whose it is. */
  author: { id: number; username: string; client: Client };
  /** The alerts made for it; their beginnings and ends must all be done. */
  alerts: number[];
  expected: ExpectedColor[];
};

/** What judges a square, or the run as a whole. */
export type AlertViolation = {
  kind: 'missed' | 'doubled' | 'lowered' | 'early' | 'untruthful';
  what: string;
};
export type AlertReportViolation = (kind: AlertViolation['kind'], what: string) => void;
