import type { WithoutSecrets } from '../platform/secret.ts';
import type { BusMessages } from './bus-messages.ts';

/**
 * Messages between the servers of one installation. A message is a hint and may be lost: the database holds what is
 * true, and a server that may have missed something reads it again.
 */
export type Bus = {
  /** To all other servers; nothing while this one is isolated. What holds a secret does not compile. */
  publish: <Name extends keyof BusMessages, Payload extends BusMessages[Name]>(
    name: Name,
    payload: Payload & WithoutSecrets<Payload>,
  ) => void;
  /** Calls back with what the others publish. */
  subscribe: <Name extends keyof BusMessages>(
    name: Name,
    listener: (payload: BusMessages[Name]) => void,
  ) => void;
  /** True while no message reaches or comes from the others. Never of a server that is meant to be alone. */
  isIsolated: () => boolean;
  /** Calls back when this server is cut off, and when it has (re)joined: then it may have missed messages. */
  onChange: (listener: (isIsolated: boolean) => void) => void;
};
