import { isDeviceTopic, splitMessageTopic } from '@semaforo/contract/domain/device-key';
import { BOARD_COMMANDS, SPOKEN_CHANNELS } from '@semaforo/contract/domain/device-profiles';
import { coversFilter } from '@semaforo/contract/domain/topic-filter';

/**
 * Who a client is, by what it logged in with. The shared log-in is a device's, for every key, or
 * for those that begin so. A watcher hears what
 * devices say and what the server says of them under the prefix, and says nothing.
 */
export type Role =
  | { kind: 'server' }
  | { kind: 'device'; key: string }
  | { kind: 'shared'; under?: string }
  | { kind: 'watcher'; prefix: string };

/** What each role may publish and subscribe to (docs/rules.md#device-credentials). */
export type Acl = {
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
 * where devices are commanded on their report topics, they may publish there, as they report. The commands of boards
 * (docs/protocol.md#profiles) are locked for devices of every profile.
 */
export function createAcl(commandTopic: string): Acl {
  const commands = [SET_TOPIC, ...(commandTopic === REPORT_TOPIC ? [] : [commandTopic])].map(topicsOf);
  const mayReceive = [SET_TOPIC, commandTopic].map(filtersOf);

  const owns = (role: Role, key: string | undefined) => {
    if (key === undefined) return false;
    if (role.kind === 'device') return key === role.key;
    return role.kind === 'shared' && isDeviceTopic(key) && key.startsWith(role.under ?? '');
  };

  return {
    mayPublish: (role, topic) => {
      if (role.kind === 'server') return !topic.startsWith('$');
      if (topic.endsWith('/set') || commands.some((command) => command.test(topic))) return false;
      const split = splitMessageTopic(topic);
      return owns(role, split?.key) && !isOfBoardCommands(split?.channel ?? '');
    },
    maySubscribe: (role, filter) => {
      if (role.kind === 'watcher') return watched(role.prefix).some((form) => coversFilter(form, filter));
      if (role.kind === 'server' || mayReceive.some((form) => owns(role, form.exec(filter)?.[1])))
        return true;
      const split = splitMessageTopic(filter);
      return owns(role, split?.key) && isOfBoardCommands(split?.channel ?? '');
    },
  };
}

/** What a watcher may hear: no command of any device. */
function watched(prefix: string): string[] {
  return [`${prefix}/#`, ...SPOKEN_CHANNELS.map((channel) => `/+/+/+/${channel}`)];
}

/** True for what, under a key, is a command of some board, or a filter of nothing but such. */
function isOfBoardCommands(channel: string): boolean {
  return BOARD_COMMANDS.some((commands) => coversFilter(commands, channel));
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
