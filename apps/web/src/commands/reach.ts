import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { labelOf } from '@semaforo/contract/domain/label';

/** Devices without an owner count as of a Comune of this name. */
const NO_OWNER = 'Sconosciuto';

/** How many devices of one Comune a command reaches, and which. */
type ReachedComune = { username: string; names: string[] };

/** How many devices a command reaches, and which; their Comuni, when the user sees several. */
export type Reach = { names: string[]; comuni: ReachedComune[] };

/** What a command to those devices reaches. `ownerOf` is undefined for a user who sees only their own. */
export function reachOf(
  targets: readonly { id: number; device_name: string | null; topic: string }[],
  ownerOf: ((deviceId: number) => string | undefined) | undefined,
): Reach {
  const comuni = new Map<string, ReachedComune>();
  if (ownerOf) {
    for (const device of targets) {
      const username = ownerOf(device.id) ?? NO_OWNER;
      const comune = comuni.get(username) ?? { username, names: [] };
      comune.names.push(labelOf(device));
      comuni.set(username, comune);
    }
  }
  const byName = [...comuni.values()].sort((one, other) => byItalianOrder(one.username, other.username));
  return { names: targets.map(labelOf), comuni: byName };
}
