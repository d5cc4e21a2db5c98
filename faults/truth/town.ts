import type { LampDeviceType } from '@semaforo/contract/domain/channels';

/** Who acts: the operators of two Comuni, and the admin, who acts on all three. */
export const USERS = ['alba', 'borgo', 'admin'] as const;
export type User = (typeof USERS)[number];

const COMUNI = ['alba', 'borgo', 'colle'] as const;
const SIGNALS = 4;

export type TownDevice = { key: string; type: LampDeviceType; owner: (typeof COMUNI)[number] };

/** Four signals and a lantern or two in each Comune, of both families. */
export const TOWN: readonly TownDevice[] = COMUNI.flatMap((owner, comune) => [
  ...Array.from({ length: SIGNALS }, (_, index) => ({
    key: `/${index === SIGNALS - 1 ? 4 : 3}/${owner}/s${index + 1}`,
    type: 'semaforo' as const,
    owner,
  })),
  ...Array.from({ length: comune === 0 ? 2 : 1 }, (_, index) => ({
    key: `/${index + 3}/${owner}/l${index + 1}`,
    type: 'lanterna' as const,
    owner,
  })),
]);

/** The Comuni whose devices exist; all but the last have an operator who acts. */
export const OWNERS: readonly string[] = COMUNI;

/** The devices that the user sees. */
export function devicesOf(user: User): readonly TownDevice[] {
  return user === 'admin' ? TOWN : TOWN.filter(({ owner }) => owner === user);
}
