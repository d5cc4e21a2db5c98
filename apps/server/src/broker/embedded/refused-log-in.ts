import { isDeviceTopic, splitMessageTopic } from '@semaforo/contract/domain/device-key';
import type { RefusedLogIn } from '../device-logins.port.ts';

/** Whoever is refused chose these texts: they are shown, so they are short, and hold nothing that cannot be. */
const LONGEST = 64;

/** What is known of a client that was not let in. */
export function describeRefused(refused: {
  client: { id: string };
  username: string;
  origin: string;
  /** The topic of its last will. */
  will: string | undefined;
  reason: RefusedLogIn['reason'];
}): RefusedLogIn {
  const key = splitMessageTopic(refused.will ?? '')?.key;
  return {
    username: shortText(refused.username),
    clientId: shortText(refused.client.id),
    address: refused.origin,
    key: key !== undefined && isDeviceTopic(key) ? key : null,
    reason: refused.reason,
  };
}

function shortText(text: string): string {
  return text.replaceAll('\0', '').slice(0, LONGEST).toWellFormed();
}
