import type { MosquittoLogin } from '../credentials.repository.ts';
import { mosquittoHashOf } from '../new-credentials.ts';
import { type MosquittoRights, rightsOfDevice, rightsOfServer, rightsOfWatcher } from './mosquitto-rights.ts';

/**
 * The texts of Mosquitto's `password_file` and `acl_file` for the server, all devices with credentials, and a watcher
 * if there is one.
 */
export function brokerFiles(options: {
  logins: readonly Pick<MosquittoLogin, 'username' | 'mosquittoHash' | 'key' | 'profile'>[];
  server: { username: string; password: string };
  commandTopic: string;
  homeAssistant: { prefix: string | undefined; login: { username: string; password: string } | undefined };
}): { passwords: string; acl: string } {
  const { logins, server, commandTopic } = options;
  const { prefix, login: watcher } = options.homeAssistant;
  const users = [
    {
      username: server.username,
      hash: mosquittoHashOf(server.password),
      rights: rightsOfServer(commandTopic, prefix),
    },
    ...(watcher && prefix !== undefined
      ? [
          {
            username: watcher.username,
            hash: mosquittoHashOf(watcher.password),
            rights: rightsOfWatcher(prefix),
          },
        ]
      : []),
    ...logins.map(({ username, mosquittoHash, ...device }) => ({
      username,
      hash: mosquittoHash,
      rights: rightsOfDevice(device, commandTopic),
    })),
  ];
  return {
    passwords: users.map(({ username, hash }) => `${username}:${hash}\n`).join(''),
    acl: users.map(({ username, rights }) => aclOf(username, rights)).join('\n'),
  };
}

function aclOf(username: string, { publishes, receives }: MosquittoRights): string {
  const both = publishes.filter((filter) => receives.includes(filter));
  const lines = [
    ...both.map((filter) => `topic readwrite ${filter}`),
    ...publishes.filter((filter) => !both.includes(filter)).map((filter) => `topic write ${filter}`),
    ...receives.filter((filter) => !both.includes(filter)).map((filter) => `topic read ${filter}`),
  ];
  return `user ${username}\n${lines.join('\n')}\n`;
}
