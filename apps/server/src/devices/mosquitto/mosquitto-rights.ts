import {
  BOARD_COMMANDS,
  boardLanguageOf,
  type DeviceProfile,
  networkChannelOf,
  OWN_CHANNELS,
  SPOKEN_CHANNELS,
} from '@semaforo/contract/domain/device-profiles';

/** The key of any device, as a filter. */
const ANY_KEY = '/+/+/+';
const ANY_CHANNEL = '+';
/** The topics of the server's own. */
const OWN_TOPICS = 'semaforo/#';

/** What a user of Mosquitto may publish, and what is delivered to it: topic filters. */
export type MosquittoRights = { publishes: readonly string[]; receives: readonly string[] };

/**
 * A device reports on its own key and hears its own commands, on the topics of the template (COMMAND_TOPIC) or of its
 * board; a network that speaks for one hears none. What it may publish covers no command: of the template's one level
 * less, of a board's as its language says.
 */
export function rightsOfDevice(
  { key, profile }: { key: string; profile: DeviceProfile },
  commandTopic: string,
): MosquittoRights {
  const board = boardLanguageOf(profile);
  if (board) return { publishes: under(key, board.reportsOn), receives: under(key, board.receivesOn) };
  const network = networkChannelOf(profile);
  if (network !== undefined) return { publishes: under(key, [network]), receives: [] };
  return { publishes: under(key, OWN_CHANNELS), receives: [commandsOf(key, commandTopic)] };
}

/**
 * The server hears the reports of all devices and commands them, hears the marks that it sends to itself, and announces
 * the devices under the prefix, if there is one.
 */
export function rightsOfServer(commandTopic: string, prefix: string | undefined): MosquittoRights {
  return {
    publishes: [
      commandsOf(ANY_KEY, commandTopic),
      ...under(ANY_KEY, BOARD_COMMANDS),
      OWN_TOPICS,
      ...(prefix === undefined ? [] : [`${prefix}/#`]),
    ],
    receives: [...under(ANY_KEY, SPOKEN_CHANNELS), OWN_TOPICS],
  };
}

/** A watcher hears what is announced and what devices say, no command, and says nothing. */
export function rightsOfWatcher(prefix: string): MosquittoRights {
  return { publishes: [], receives: [`${prefix}/#`, ...under(ANY_KEY, SPOKEN_CHANNELS)] };
}

function under(key: string, channels: readonly string[]): string[] {
  return channels.map((channel) => `${key}/${channel}`);
}

function commandsOf(key: string, commandTopic: string): string {
  return commandTopic.replace('{key}', key).replace('{channel}', ANY_CHANNEL);
}
