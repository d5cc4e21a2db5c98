import type { ApiKey } from '@semaforo/contract/api/api-keys';
import { KEY_SCOPE_NAMES } from '@semaforo/contract/domain/key-scope';

const DAY_MS = 24 * 60 * 60_000;
/** From so many days on a key that was never used is worth a look. */
const UNUSED_DAYS = 30;

/** 'comandare Sottopassi': what a key may, each with the devices that it is limited to. */
export function scopeWords({ scopes, group, device_ids: deviceIds }: ApiKey): string[] {
  const devices =
    deviceIds === null
      ? ''
      : ` ${deviceIds.length === 1 ? '1 dispositivo' : `${deviceIds.length} dispositivi`}`;
  const limit = group === null ? devices : ` ${group}`;
  return scopes.map((scope) => `${KEY_SCOPE_NAMES[scope]}${limit}`);
}

/** Since how many days a key was never used, where that is long enough to ask whether it is needed; else undefined. */
export function unusedDays(
  { last_used: lastUsed, created_at: createdAt }: ApiKey,
  now: number,
): number | undefined {
  if (lastUsed !== null) return undefined;
  const days = Math.floor((now - Date.parse(createdAt)) / DAY_MS);
  return days >= UNUSED_DAYS ? days : undefined;
}
