import type { Client } from '@semaforo/client';
import type { SignalColour } from '@semaforo/contract/domain/signal-colour';
import type { AlertCrash } from './alert-crashes.ts';

/** A colour that the signal of a square must be given, in its place and not before its time (epoch ms). */
export type ExpectedColour = { colour: SignalColour; notBefore: number };

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
  expected: ExpectedColour[];
};

/** What judges a square, or the run as a whole. */
export type AlertViolation = {
  kind: 'missed' | 'doubled' | 'lowered' | 'early' | 'untruthful' | 'crashed';
  what: string;
};
export type AlertBlame = (kind: AlertViolation['kind'], what: string) => void;
