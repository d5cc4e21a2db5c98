import { inChunks } from '../../database/in-chunks.ts';
import type { MosquittoPlugin, PluginAnswer } from './mosquitto-plugin.port.ts';
import type { MosquittoRights } from './mosquitto-rights.ts';

/** Few enough for the plugin to answer soon: it stores its file after each change. */
export const COMMANDS_AT_ONCE = 50;

type Acl = { acltype: string; topic: string; allow: boolean };

/** Which clients and roles the plugin has: the roles of each client, and the rights of each role, as a text. */
export type PluginState = { clients: Map<string, string[]>; roles: Map<string, string> };

/** Rights as the plugin takes them. What a client may receive it may also subscribe. */
export function aclsOf({ publishes, receives }: MosquittoRights): Acl[] {
  const allow = (acltype: string) => (topic: string) => ({ acltype, topic, allow: true });
  return [
    ...publishes.map(allow('publishClientSend')),
    ...receives.map(allow('publishClientReceive')),
    ...receives.map(allow('subscribePattern')),
  ];
}

/** The same text for the same rights, in whatever order. */
export function aclText(acls: readonly Acl[]): string {
  return acls
    .map(({ acltype, topic, allow }) => `${acltype} ${topic} ${allow}`)
    .sort()
    .join('\n');
}

type ListedClient = { username: string; roles: { rolename: string }[] };
type ListedRole = { rolename: string; acls: Acl[] };

/** Reads all that the plugin has. Rejects when it does not say. */
export async function readPluginState(plugin: MosquittoPlugin): Promise<PluginState> {
  const [clients, roles] = await plugin.send([
    { command: 'listClients', verbose: true },
    { command: 'listRoles', verbose: true },
  ]);
  return stateOf(
    dataOf<{ clients: ListedClient[] }>(clients).clients,
    dataOf<{ roles: ListedRole[] }>(roles).roles,
  );
}

/** Reads what the plugin has of the clients and roles with those names; what it does not have is left out. */
export async function readPluginPart(
  plugin: MosquittoPlugin,
  usernames: readonly string[],
): Promise<PluginState> {
  const clients: ListedClient[] = [];
  const roles: ListedRole[] = [];
  for (const names of inChunks(usernames, COMMANDS_AT_ONCE)) {
    const answers = await plugin.send([
      ...names.map((username) => ({ command: 'getClient', username })),
      ...names.map((rolename) => ({ command: 'getRole', rolename })),
    ]);
    for (const { data } of answers) {
      const found = data as { client?: ListedClient; role?: ListedRole } | undefined;
      if (found?.client) clients.push(found.client);
      if (found?.role) roles.push(found.role);
    }
  }
  return stateOf(clients, roles);
}

function stateOf(clients: readonly ListedClient[], roles: readonly ListedRole[]): PluginState {
  return {
    clients: new Map(
      clients.map(({ username, roles: given }) => [username, given.map(({ rolename }) => rolename)]),
    ),
    roles: new Map(roles.map(({ rolename, acls }) => [rolename, aclText(acls)])),
  };
}

function dataOf<Data>(answer: PluginAnswer | undefined): Data {
  if (answer?.data === undefined) throw new Error(answer?.error ?? 'the plugin did not answer');
  return answer.data as Data;
}
