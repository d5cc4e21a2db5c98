import type { MosquittoLogin } from '../credentials.repository.ts';
import { mosquittoHashOf } from '../new-credentials.ts';
import { type MosquittoRights, rightsOfDevice, rightsOfServer } from './mosquitto-rights.ts';

/** The texts of Mosquitto's `password_file` and `acl_file` for the server and all devices with credentials. */
export function brokerFiles(options: {
  logins: readonly Pick<MosquittoLogin, 'username' | 'mosquittoHash' | 'key'>[];
  server: { username: string; password: string };
  commandTopic: string;
}): { passwords: string; acl: string } {
  const { logins, server, commandTopic } = options;
  const users = [
    {
      username: server.username,
      hash: mosquittoHashOf(server.password),
      rights: rightsOfServer(commandTopic),
    },
    ...logins.map(({ username, mosquittoHash, key }) => ({
      username,
      hash: mosquittoHash,
      rights: rightsOfDevice(key, commandTopic),
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
