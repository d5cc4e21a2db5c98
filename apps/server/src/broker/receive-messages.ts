import type { MqttClient } from 'mqtt';
import { createStoredAcknowledgements, type StoredAcknowledgements } from './stored-acknowledgements.ts';

const PUBACK = 0x40;
/** The length of what follows: a packet identifier. In MQTT 5 that says success, too. */
const IDENTIFIER_BYTES = 2;

/** How mqtt.js is told to read on without having sent PUBACK. */
const ACKNOWLEDGED_LATER = new Error('acknowledged once it is stored');

/**
 * Hands over what the broker sends, message by message, and acknowledges those with QoS 1 once they are stored.
 * mqtt.js itself would either acknowledge at once or read nothing more until one is stored.
 */
export function receiveMessages(
  client: MqttClient,
  message: (topic: string, payload: Buffer, retained: boolean) => Promise<void> | undefined,
): Pick<StoredAcknowledgements, 'heldUpBy'> {
  const acknowledgements = createStoredAcknowledgements((messageIds) => {
    if (client.connected && !client.disconnecting) client.stream.write(pubacks(messageIds));
  });
  client.on('message', (topic, payload, { qos, retain, messageId }) => {
    const stored = message(topic, payload, retain);
    if (qos === 1 && messageId !== undefined) acknowledgements.add(messageId, stored);
  });
  client.handleMessage = ({ qos }, done) => {
    if (qos === 1) done(ACKNOWLEDGED_LATER);
    else done();
  };
  return acknowledgements;
}

/** All in one write: with thousands of messages a second, one for each would be most of the work. */
function pubacks(messageIds: readonly number[]): Buffer {
  const bytes = Buffer.alloc(messageIds.length * (2 + IDENTIFIER_BYTES));
  let at = 0;
  for (const messageId of messageIds) {
    at = bytes.writeUInt8(PUBACK, at);
    at = bytes.writeUInt8(IDENTIFIER_BYTES, at);
    at = bytes.writeUInt16BE(messageId, at);
  }
  return bytes;
}
