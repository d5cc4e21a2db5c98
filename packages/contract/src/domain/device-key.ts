/**
 * A device's topic, its key: three segments of letters, digits, `_`, `.`, `-` (docs/rules.md#device-keys). A published
 * topic with `+`, `#`, `$` or NUL makes a broker cut the connection.
 */
export const DEVICE_TOPIC_PATTERN = /^\/[A-Za-z0-9_.-]{1,64}(\/[A-Za-z0-9_.-]{1,64}){2}$/;

/** True when the text may be a device's topic, that is, its key. */
export function isDeviceTopic(text: string): boolean {
  return DEVICE_TOPIC_PATTERN.test(text);
}

/**
 * Splits the topic of a message into the device's key (its first three segments) and the channel (what follows).
 * Undefined when there is no key, or nothing follows it.
 */
export function splitMessageTopic(topic: string): { key: string; channel: string } | undefined {
  if (!topic.startsWith('/')) return undefined;
  let end = 0;
  for (let segment = 0; segment < 3; segment += 1) {
    end = topic.indexOf('/', end + 1);
    if (end === -1) return undefined;
  }
  const channel = topic.slice(end + 1);
  return channel === '' ? undefined : { key: topic.slice(0, end), channel };
}
