import { inChunks } from '../../database/in-chunks.ts';
import type { Logger } from '../../platform/logger.ts';
import type { CredentialsRepository, MosquittoLogin } from '../credentials.repository.ts';
import type { MosquittoPlugin, PluginCommand } from './mosquitto-plugin.port.ts';
import { rightsOfDevice, rightsOfServer } from './mosquitto-rights.ts';
import { planClient, planConsole, planRemoval, surplusOf } from './plan-plugin-changes.ts';
import { COMMANDS_AT_ONCE, type PluginState, readPluginPart, readPluginState } from './plugin-state.ts';

/** With what the console itself logs in to the broker. */
export type ConsoleLogin = { username: string; password: string };

/** What of the credentials the plugin is compared with. */
export type PluginRepository = Pick<
  CredentialsRepository,
  'listLogins' | 'findLogins' | 'installation' | 'forgetPassword'
>;

/** Brings the plugin in step with the database. Everything rejects when the plugin refuses or does not answer. */
export function createPluginChanges(options: {
  repository: PluginRepository;
  open: (sealed: string) => string | undefined;
  commandTopic: string;
  /** Under it the devices are announced; undefined: they are not. */
  discoveryPrefix: string | undefined;
  logger: Logger;
}) {
  const { repository, commandTopic, logger } = options;

  const send = async (plugin: MosquittoPlugin, commands: readonly PluginCommand[]) => {
    for (const chunk of inChunks(commands, COMMANDS_AT_ONCE)) {
      const answers = await plugin.send(chunk);
      const refused = answers.find(({ error }) => error !== undefined);
      if (refused) throw new Error(`the plugin refused ${refused.command}: ${refused.error}`);
    }
  };
  const wantedOf = ({ username, sealedPassword, ...device }: MosquittoLogin) => ({
    username,
    rights: rightsOfDevice(device, commandTopic),
    password: sealedPassword === null ? undefined : options.open(sealedPassword),
  });
  /** Sends what the log-ins and the removals need. */
  const apply = async (
    plugin: MosquittoPlugin,
    state: PluginState,
    { logins, removed }: { logins: readonly MosquittoLogin[]; removed: readonly string[] },
  ) => {
    const plans = logins.map((login) => {
      const wanted = wantedOf(login);
      const commands = planClient(wanted, state);
      return { login, commands, tells: commands !== null && wanted.password !== undefined };
    });
    await send(plugin, [
      ...removed.flatMap((username) => planRemoval(username, state)),
      ...plans.flatMap(({ commands }) => commands ?? []),
    ]);
    for (const { login } of plans.filter(({ tells }) => tells)) {
      await repository.forgetPassword(login.deviceId, login.passwordHash);
    }
    const without = plans.filter(({ commands }) => commands === null).length;
    if (without > 0) {
      logger.warn({ count: without }, 'devices whose credentials must be renewed for the Mosquitto plugin');
    }
  };

  return {
    /** Compares all that the plugin has with all log-ins, and with what the console itself needs. */
    bringAllInStep: async (plugin: MosquittoPlugin, console: ConsoleLogin) => {
      const state = await readPluginState(plugin);
      const installation = await repository.installation();
      const rights = rightsOfServer(commandTopic, options.discoveryPrefix);
      await send(plugin, planConsole({ ...console, rights }, state, installation.tag));
      const logins = await repository.listLogins();
      const wanted = new Set(logins.map(({ username }) => username));
      const removed = surplusOf(wanted, state, installation);
      await apply(plugin, state, { logins, removed });
    },
    /** Compares what the plugin has of those log-ins. */
    bringInStep: async (plugin: MosquittoPlugin, usernames: readonly string[]) => {
      const state = await readPluginPart(plugin, usernames);
      const logins = await repository.findLogins(usernames);
      const known = new Set(logins.map(({ username }) => username));
      await apply(plugin, state, { logins, removed: usernames.filter((username) => !known.has(username)) });
    },
  };
}
