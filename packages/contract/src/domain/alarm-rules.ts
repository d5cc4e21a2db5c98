/** What may be wrong with a device. */
export const DEVICE_ALARMS = [
  'più lampade',
  'non tiene',
  'diverso',
  'muto',
  'non in linea',
  'silenzioso',
  'alimentazione bassa',
  'caldo',
  'riavvii',
  'lampada spenta',
  'accesa senza comando',
  'lampada debole',
  'acqua alta',
  'sensore muto',
  'misura sospetta',
] as const;

/** What may be wrong with the system itself. */
export const SYSTEM_ALARMS = [
  'broker',
  'base dati',
  'disco',
  'bot',
  'bollettino',
  'copia',
  'registro esterno',
  'altra installazione',
] as const;

/** What may be wrong with how people on duty are reached. */
export const DUTY_ALARM = 'canale non provato';

export const ALARM_KINDS = [...DEVICE_ALARMS, ...SYSTEM_ALARMS, DUTY_ALARM] as const;

export type DeviceAlarm = (typeof DEVICE_ALARMS)[number];
export type SystemAlarm = (typeof SYSTEM_ALARMS)[number];
export type AlarmKind = (typeof ALARM_KINDS)[number];

export const ALARM_STATES = ['aperto', 'preso in carico', 'risolto', 'chiuso'] as const;

export type AlarmState = (typeof ALARM_STATES)[number];

/** What a person does with an alarm. */
export const ALARM_ACTS = ['prendi', 'restituisci', 'risolvi', 'chiudi'] as const;

export type AlarmAct = (typeof ALARM_ACTS)[number];

const ACTS: Readonly<Record<AlarmAct, { from: AlarmState; to: AlarmState }>> = {
  prendi: { from: 'aperto', to: 'preso in carico' },
  restituisci: { from: 'preso in carico', to: 'aperto' },
  risolvi: { from: 'preso in carico', to: 'risolto' },
  chiudi: { from: 'risolto', to: 'chiuso' },
};

/** The state after what a person did; undefined when it may not be done from there. */
export function afterAct(state: AlarmState, act: AlarmAct): AlarmState | undefined {
  return ACTS[act].from === state ? ACTS[act].to : undefined;
}

/** A resolved alarm that stays quiet is closed after so long. */
export const CLOSED_AFTER_MS = 24 * 60 * 60_000;

/**
 * The state by what the machine sees: `holds` while at least one device (or the part of the system) is still so. What
 * ends is resolved; what comes back, also after a person said it was resolved, is open again.
 */
export function afterCheck(
  state: AlarmState,
  seen: { holds: boolean; stateForMs: number; heldUntilOver: boolean },
): AlarmState {
  if (state === 'chiuso') return state;
  if (!seen.holds) {
    if (state !== 'risolto') return 'risolto';
    return seen.stateForMs >= CLOSED_AFTER_MS ? 'chiuso' : state;
  }
  if (state === 'risolto') return 'aperto';
  // Who took it in charge has not come back to it.
  return state === 'preso in carico' && seen.heldUntilOver ? 'aperto' : state;
}

/** How long a thing has been so, damped against what comes and goes. Times are epoch milliseconds. */
export type Damped = { isRaised: boolean; since: number | null; returns: number };

export const CALM: Damped = { isRaised: false, since: null, returns: 0 };

/**
 * Raised once it has held for a while without a break; ended once it has not held for a while. What comes back before
 * that counts as a return of the same. `since`: when the change that is waited for began.
 */
export function damp(
  damped: Damped,
  { holds, now }: { holds: boolean; now: number },
  { raiseAfterMs, clearAfterMs }: { raiseAfterMs: number; clearAfterMs: number },
): Damped {
  const { isRaised, since, returns } = damped;
  if (holds === isRaised) {
    if (since === null) return damped;
    return { isRaised, since: null, returns: isRaised ? returns + 1 : 0 };
  }
  const waitMs = isRaised ? clearAfterMs : raiseAfterMs;
  const from = since ?? now;
  if (now - from < waitMs) return since === null ? { isRaised, since: from, returns } : damped;
  return { isRaised: holds, since: null, returns: 0 };
}
