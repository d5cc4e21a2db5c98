import type { Installation } from '../credentials.repository.ts';
import { isDeviceLoginOf } from '../new-credentials.ts';
import type { PluginCommand } from './mosquitto-plugin.port.ts';
import type { MosquittoRights } from './mosquitto-rights.ts';
import { aclsOf, aclText, type PluginState } from './plugin-state.ts';

/** A client that the plugin should have, with a role of the same name. */
export type WantedClient = {
  username: string;
  rights: MosquittoRights;
  /** Undefined when the plugin has it already, or it is not known any more. */
  password: string | undefined;
};

/** The role of the console's own client. Another console on the same broker has one of its own. */
const consoleRoleOf = (tag: string) => `semaforo-console-${tag}`;

/** What the plugin must be told for a client; null when it cannot be made without a password that is not known. */
export function planClient(wanted: WantedClient, { clients, roles }: PluginState): PluginCommand[] | null {
  const { username, password } = wanted;
  const given = [{ rolename: username }];
  const acls = aclsOf(wanted.rights);
  const commands: PluginCommand[] = [];
  if (!clients.has(username) && password === undefined) return null;
  if (!roles.has(username)) commands.push({ command: 'createRole', rolename: username, acls });
  else if (roles.get(username) !== aclText(acls)) {
    commands.push({ command: 'modifyRole', rolename: username, acls });
    // Whoever is connected is sent away: what was subscribed under the old rights must not go on.
    if (clients.has(username))
      commands.push({ command: 'disableClient', username }, { command: 'enableClient', username });
  }
  if (!clients.has(username)) commands.push({ command: 'createClient', username, password, roles: given });
  else {
    if (clients.get(username)?.join() !== username)
      commands.push({ command: 'modifyClient', username, roles: given });
    if (password !== undefined) commands.push({ command: 'setClientPassword', username, password });
  }
  return commands;
}

/** What the plugin must be told so that a client is gone, with its role. */
export function planRemoval(username: string, { clients, roles }: PluginState): PluginCommand[] {
  return [
    ...(clients.has(username) ? [{ command: 'deleteClient', username }] : []),
    ...(roles.has(username) ? [{ command: 'deleteRole', rolename: username }] : []),
  ];
}

/**
 * The clients and roles of this installation's devices that the plugin has and that are wanted no more. All others are
 * left alone: another console may keep its devices there, too.
 */
export function surplusOf(
  wanted: ReadonlySet<string>,
  { clients, roles }: PluginState,
  { tag, untagged }: Installation,
): string[] {
  const names = new Set([...clients.keys(), ...roles.keys()]);
  return [...names].filter((name) => (isDeviceLoginOf(tag, name) || untagged.has(name)) && !wanted.has(name));
}

/** What the plugin must be told so that the console's own client has what the console needs. */
export function planConsole(
  { username, password, rights }: WantedClient,
  { clients, roles }: PluginState,
  tag: string,
): PluginCommand[] {
  const acls = aclsOf(rights);
  const rolename = consoleRoleOf(tag);
  const role = { rolename, acls };
  const given = clients.get(username);
  const commands: PluginCommand[] = [];
  if (!roles.has(rolename)) commands.push({ command: 'createRole', ...role });
  else if (roles.get(rolename) !== aclText(acls)) commands.push({ command: 'modifyRole', ...role });
  if (given === undefined) {
    commands.push({ command: 'createClient', username, password, roles: [{ rolename }] });
  } else if (!given.includes(rolename)) {
    commands.push({ command: 'addClientRole', username, rolename });
  }
  return commands;
}
