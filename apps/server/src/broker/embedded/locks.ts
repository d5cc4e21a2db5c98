import { isDeviceTopic, splitMessageTopic } from '@semaforo/contract/domain/device-key';

/** Who a client is, by what it logged in with. The shared log-in is a device's, for every key. */
export type Role = { kind: 'server' } | { kind: 'device'; key: string } | { kind: 'shared' };

/** What each role may publish and subscribe to (docs/rules.md#device-credentials). */
export type Locks = {
  /** True when the role may publish on the topic, retained or not, also as its last will. */
  mayPublish: (role: Role, topic: string) => boolean;
  /** True when the role may subscribe to the filter. */
  maySubscribe: (role: Role, filter: string) => boolean;
};

const REPORT_TOPIC = '{key}/{channel}';
const SET_TOPIC = '{key}/{channel}/set';
/** A key in a topic or filter: three segments without wildcards. */
const KEY = '(/[^/+#]+/[^/+#]+/[^/+#]+)';
const CHANNEL = '[^/+#]+';

/**
 * The locks of a broker on which devices are commanded by this template (COMMAND_TOPIC). Only the server commands;
 * where devices are commanded on their report topics, they may publish there, as they report.
 */
export function createLocks(commandTopic: string): Locks {
  const commands = [SET_TOPIC, ...(commandTopic === REPORT_TOPIC ? [] : [commandTopic])].map(topicsOf);
  const mayHear = [SET_TOPIC, commandTopic].map(filtersOf);

  const owns = (role: Role, key: string | undefined) => {
    if (role.kind === 'server' || key === undefined) return false;
    return role.kind === 'device' ? key === role.key : isDeviceTopic(key);
  };

  return {
    mayPublish: (role, topic) => {
      if (role.kind === 'server') return !topic.startsWith('$');
      if (topic.endsWith('/set') || commands.some((command) => command.test(topic))) return false;
      return owns(role, splitMessageTopic(topic)?.key);
    },
    maySubscribe: (role, filter) =>
      role.kind === 'server' || mayHear.some((form) => owns(role, form.exec(filter)?.[1])),
  };
}

/** The topics of a template, whatever the channel. */
function topicsOf(template: string): RegExp {
  return expressionOf(template, CHANNEL);
}

/** The filters that match nothing but topics of the template for one key: `+` may stand for the whole channel. */
function filtersOf(template: string): RegExp {
  const isWholeLevel = template.split('/').includes('{channel}');
  return expressionOf(template, isWholeLevel ? `(?:\\+|${CHANNEL})` : CHANNEL);
}

function expressionOf(template: string, channel: string): RegExp {
  const literal = template.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace('\\{key\\}', KEY).replace('\\{channel\\}', channel)}$`);
}
