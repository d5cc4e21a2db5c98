import type { Client } from '@semaforo/client';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { AlertCrash } from './alert-crashes.ts';

/** A color that the signal of a square must be given, in its place and not before its time (epoch ms). */
export type ExpectedColor = { color: SignalColor; notBefore: number };

/** Each crash has a square of its own: one signal, which shows verde at first. */
export type Square = {
  crash: AlertCrash;
  key: string;
  deviceId: number;
  /** Whose it is. */
  author: { id: number; username: string; client: Client };
  /** The alerts made for it; their beginnings and ends must all be done. */
  alerts: number[];
  plans: number[];
  expected: ExpectedColor[];
};

/** What judges a square, or the run as a whole. */
export type AlertViolation = {
  kind: 'missed' | 'doubled' | 'lowered' | 'early' | 'untruthful' | 'crashed';
  what: string;
};
export type AlertReportViolation = (kind: AlertViolation['kind'], what: string) => void;
