import type { Logger } from './logger.ts';
import type { WithoutSecrets } from './secret.ts';

/**
 * A typed one-to-many announcement. A listener that throws is logged and never stops the others or the announcer. An
 * event with a secret in it does not compile.
 */
export type EventChannel<Event> = {
  publish: (event: Event & WithoutSecrets<Event>) => void;
  subscribe: (listener: (event: Event) => void) => void;
};

/** A channel as those see it who only listen. */
export type Events<Event> = Pick<EventChannel<Event>, 'subscribe'>;

export function createEventChannel<Event>({
  name,
  logger,
}: {
  name: string;
  logger: Logger;
}): EventChannel<Event> {
  const listeners: ((event: Event) => void)[] = [];
  return {
    publish: (event) => {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          logger.error({ err: error, channel: name }, 'a listener failed');
        }
      }
    },
    subscribe: (listener) => {
      listeners.push(listener);
    },
  };
}
