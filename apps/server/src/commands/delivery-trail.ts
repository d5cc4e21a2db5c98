import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { PublishOutcome } from '../broker/broker-link.port.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import type { CommandMessage } from './command-topic.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

/**
 * Writes each step of a delivery to the log, all with the ids of its command and of the HTTP request that asked for
 * it: so one id leads from a click to the word of the device.
 */
export type DeliveryTrail = {
  published: (delivery: TrackedDelivery, message: CommandMessage, outcome: PublishOutcome) => void;
  /** The device spoke of a lamp while the delivery was its newest. */
  reported: (delivery: TrackedDelivery, message: DeviceMessage) => void;
};

/** Undefined where the log takes no such lines: a large command has ten thousand of them. */
export function createDeliveryTrail(options: {
  /** Told of every change of a delivery's state. */
  progress: EventChannel<TrackedDelivery>;
  logger: Pick<Logger, 'info' | 'isLevelEnabled'>;
}): DeliveryTrail | undefined {
  const { logger } = options;
  if (!logger.isLevelEnabled('info')) return undefined;
  options.progress.subscribe((delivery) => {
    const { state, reason } = delivery;
    logger.info({ ...idsOf(delivery), state, ...(reason !== null && { reason }) }, 'delivery');
  });
  return {
    published: (delivery, { topic, payload }, outcome) =>
      logger.info({ ...idsOf(delivery), topic, payload, outcome }, 'published'),
    reported: (delivery, { channel, payload, retained }) =>
      logger.info({ ...idsOf(delivery), channel, payload, retained }, 'reported'),
  };
}

function idsOf({ id, command, device }: TrackedDelivery) {
  return { requestId: command.requestId, commandId: command.id, deliveryId: id, device: device.topic };
}
