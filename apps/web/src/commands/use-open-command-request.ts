import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { WholeCommand } from '../api/last-command.ts';
import { useLastCommand } from '../api/use-last-command.ts';
import { type CommandRequest, useCommandRequest } from './command-request.ts';

/** The last press on this page until the command that it became is shown, and the way to close it; null for none. */
export function useOpenCommandRequest(last: WholeCommand | null): {
  press: CommandRequest | null;
  close: () => void;
} {
  const { press, close } = useCommandRequest();
  return { press: isShownAs(last, press) ? null : press, close };
}

/** The color that this page is sending, and that the server has not accepted yet, to those devices; null for none. */
export function useColorBeingSent(): { value: DeviceStatus; deviceIds: ReadonlySet<number> } | null {
  const { press } = useOpenCommandRequest(useLastCommand().last);
  if (press?.kind !== 'color' || press.failure !== null) return null;
  const { value, deviceIds } = press;
  return value === null || deviceIds === null ? null : { value, deviceIds };
}

function isShownAs(last: WholeCommand | null, request: CommandRequest | null): boolean {
  if (request === null || request.commandId === null || last === null) return false;
  return last.newestId >= request.commandId;
}
