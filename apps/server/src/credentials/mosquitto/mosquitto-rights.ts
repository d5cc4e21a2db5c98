/** The key of any device, as a filter. */
const ANY_KEY = '/+/+/+';
const ANY_CHANNEL = '+';
/** The topics of the server's own. */
const OWN_TOPICS = 'semaforo/#';

/** What a user of Mosquitto may publish, and what is delivered to it: topic filters. */
export type MosquittoRights = { publishes: readonly string[]; receives: readonly string[] };

/**
 * A device reports on its own key and hears its own commands, on the topics of the template (COMMAND_TOPIC). The first
 * filter covers one level, so no command.
 */
export function rightsOfDevice(key: string, commandTopic: string): MosquittoRights {
  return { publishes: [`${key}/+`], receives: [commandsOf(key, commandTopic)] };
}

/** The server hears the reports of all devices and commands them, and hears the marks that it sends to itself. */
export function rightsOfServer(commandTopic: string): MosquittoRights {
  return {
    publishes: [commandsOf(ANY_KEY, commandTopic), OWN_TOPICS],
    receives: [`${ANY_KEY}/+`, OWN_TOPICS],
  };
}

function commandsOf(key: string, commandTopic: string): string {
  return commandTopic.replace('{key}', key).replace('{channel}', ANY_CHANNEL);
}
