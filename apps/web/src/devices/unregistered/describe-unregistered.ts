import type { UnregisteredDevice } from '@semaforo/contract/api/unregistered-devices';

/** Who spoke within this time speaks now. */
const SPEAKING_MS = 60_000;

const REFUSALS: Record<NonNullable<UnregisteredDevice['log_in']>['reason'], string> = {
  unknown: 'accesso rifiutato: credenziali sconosciute',
  'wrong-password': 'accesso rifiutato: password sbagliata',
  'not-allowed': 'accesso rifiutato: topic o nome non suoi',
};

/** Why someone was not let in, and as whom it tried: null for who was. */
export function describeRefusal({ log_in: logIn }: UnregisteredDevice): string | null {
  if (logIn === null) return null;
  const who = logIn.username === '' ? 'senza utente' : `utente ${logIn.username}`;
  return `${REFUSALS[logIn.reason]} (${who}, da ${logIn.address})`;
}

/** A payload on an output that no device of ours would send; null when there is none. */
export function unknownPayload({ words }: UnregisteredDevice): string | null {
  const word = words.find(({ channel, payload }) => /^out\d$/.test(channel) && !/^[01]$/.test(payload));
  return word?.payload ?? null;
}

/** True when it speaks, and in no language that is known: a person must say which one it is. */
export function needsProfile(devices: UnregisteredDevice): boolean {
  return devices.words.length > 0 && (devices.profile === null || unknownPayload(devices) !== null);
}

/** How many are not ignored and spoke within the last minute. */
export function countSpeaking(devices: readonly UnregisteredDevice[], now: number): number {
  return devices.filter(({ ignored, heard_at: at }) => !ignored && now - Date.parse(at) < SPEAKING_MS).length;
}

/** Where the form is that registers it, filled in with what was heard. */
export function registrationOf({ key, type, profile }: UnregisteredDevice): string {
  const search = new URLSearchParams({ topic: key ?? '' });
  if (type !== null) search.set('tipo', type);
  if (profile !== null) search.set('profilo', profile);
  return `/gestisci?${search}`;
}
