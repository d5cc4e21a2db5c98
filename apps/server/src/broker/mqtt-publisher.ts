import type { MqttClient } from 'mqtt';
import pLimit from 'p-limit';
import type { Clock } from '../platform/clock.ts';
import { failPoint } from '../platform/fail-point.ts';
import type { AnswerWatch } from './answer-watch.ts';
import type { OutputMessage, PublishHooks, PublishOutcome } from './broker-link.port.ts';
import type { MqttConnection } from './mqtt-connection.port.ts';
import type { SubscriberFeedback } from './subscriber-feedback.ts';

/** How many publishes may await their PUBACK when the broker sets no limit of its own. */
const IN_FLIGHT = 256;

/**
 * Publishes over a connected client, and says what became of each message. `receiveMaximum` is how many publishes the
 * broker lets await their PUBACK. Each PUBACK that is awaited is a question to the watch. Nothing is handed over before
 * the broker has answered something that was asked just now: one that hangs would deliver it when it goes on. Only
 * announcements are retained.
 */
export function createMqttPublisher(options: {
  client: MqttClient;
  receiveMaximum: number | undefined;
  watch: Pick<AnswerWatch, 'requested' | 'answersNow'>;
  feedback: Pick<SubscriberFeedback, 'probe' | 'isProbeDue' | 'outcome'>;
  clock: Clock;
}): Pick<MqttConnection, 'publish' | 'announce'> {
  const { client, feedback, clock } = options;
  const unsettled = new Set<(outcome: PublishOutcome) => void>();
  const limiter = pLimit(options.receiveMaximum ?? IN_FLIGHT);
  client.on('packetreceive', ({ cmd }) => {
    if (cmd === 'puback') failPoint('before-acknowledgement');
  });
  const settleAll = () => {
    for (const settle of unsettled) settle('unknown');
  };
  client.once('close', settleAll);
  /** While it ends, the library still counts as connected for a moment and answers everything with an error. */
  const isOpen = () => client.connected && !client.disconnecting;

  const handOver = (
    { topic, payload }: OutputMessage,
    { acknowledged, expiresAt }: Partial<PublishHooks>,
    retain = false,
  ) =>
    new Promise<PublishOutcome>((resolve) => {
      const answered = options.watch.requested();
      const settle = (outcome: PublishOutcome) => {
        unsettled.delete(settle);
        answered();
        resolve(outcome);
      };
      unsettled.add(settle);
      failPoint('before-publish');
      const properties = expiryOf(client, expiresAt, clock.now());
      client.publish(topic, payload, { qos: 1, retain, ...properties }, (error) => {
        if (error) return settle(isOpen() ? 'rejected' : 'unknown');
        // Here and not by the promise: the library reads the next packet of the same chunk before promises go on.
        acknowledged?.();
        settle(feedback.outcome());
      });
      failPoint('after-publish');
    });

  const isStillWanted = ({ isStillWanted: ask, expiresAt }: PublishHooks) =>
    (expiresAt === undefined || expiresAt > clock.now()) && ask();

  let isProbing = false;
  /** In a turn of its own: the broker may let only so many publishes await their PUBACK. */
  const probeIfDue = () => {
    if (isProbing || !feedback.isProbeDue() || !isOpen()) return;
    isProbing = true;
    const probe = () => new Promise<void>((resolve) => feedback.probe(resolve));
    void limiter(probe).then(() => {
      isProbing = false;
    });
  };

  const inTurn = async (isWanted: () => boolean, give: () => Promise<PublishOutcome>) => {
    await options.watch.answersNow();
    probeIfDue();
    return limiter(() => (isOpen() && isWanted() ? give() : Promise.resolve('withheld' as const)));
  };
  return {
    publish: (message, hooks) =>
      inTurn(
        () => isStillWanted(hooks),
        () => handOver(message, hooks),
      ),
    announce: (message) =>
      inTurn(
        () => true,
        () => handOver(message, {}, true),
      ),
  };
}

/** What keeps a broker of MQTT 5 from delivering a command to a device that returns when it is too late. */
function expiryOf({ options }: MqttClient, expiresAt: number | undefined, now: number) {
  if (options.protocolVersion !== 5 || expiresAt === undefined) return {};
  return { properties: { messageExpiryInterval: Math.max(1, Math.ceil((expiresAt - now) / 1000)) } };
}
