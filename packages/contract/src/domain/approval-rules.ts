import type { DeviceStatus } from './channels.ts';

/** The setting of a Comune whose rosso needs a second person: 'true' or not at all (docs/rules.md#second-person). */
export const SECOND_PERSON_SETTING = 'second_person_rosso';

/** How long what one person asked for waits for another. */
export const APPROVAL_WITHIN_MS = 120_000;

/** How long what a program proposed waits for a person: no one sits beside a program. */
export const PROPOSAL_WITHIN_MS = 15 * 60_000;

/** How long it is still shown how an approval ended. */
export const APPROVAL_SHOWN_MS = 5 * 60_000;

/** What a person may ask for that another has to approve. */
export const APPROVAL_KINDS = ['comando', 'pianificazione', 'piano'] as const;

export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** How an approval stands; `superata`: who asked has asked for something else since. */
export const APPROVAL_STATES = ['in attesa', 'confermata', 'rifiutata', 'scaduta', 'superata'] as const;

export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** The state now: what nobody decided in time has expired, whether that is stored or not. */
export function approvalState(state: ApprovalState, expiresAt: number, now: number): ApprovalState {
  return state === 'in attesa' && expiresAt <= now ? 'scaduta' : state;
}

/** True for a status that one person alone may not light where the setting is on. */
export function needsSecondPerson(value: DeviceStatus | null): boolean {
  return value === 'rosso';
}
