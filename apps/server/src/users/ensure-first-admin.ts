import { randomBytes } from 'node:crypto';
import { PROGRAM } from '../database/audit-trail.ts';
import { Refusal } from '../platform/refusal.ts';
import { Secret } from '../platform/secret.ts';
import { StartupError } from '../platform/startup-error.ts';
import type { UserManagement } from './manage-users.ts';
import type { UsersRepository } from './users.repository.ts';

const RANDOM_PASSWORD_BYTES = 12;

/**
 * Creates the first admin when there is no user yet. Resolves to the log-in if the password was generated
 * here, because it is shown only once. Rejects with FirstAdminError when the given name or password is not allowed.
 */
export async function ensureFirstAdmin(options: {
  repository: Pick<UsersRepository, 'count'>;
  management: Pick<UserManagement, 'create'>;
  username: string;
  password: Secret | undefined;
}): Promise<{ username: string; password: Secret } | undefined> {
  if ((await options.repository.count()) > 0) return undefined;
  const { username } = options;
  const password = options.password ?? new Secret(randomBytes(RANDOM_PASSWORD_BYTES).toString('base64url'));
  const created = await options.management.create({ username, password, role: 'admin' }, PROGRAM);
  if (created instanceof Refusal) {
    // Another server on the same database may have created the admin first.
    if ((await options.repository.count()) > 0) return undefined;
    const setting = created.code === 'invalid-username' ? 'ADMIN_USERNAME' : 'ADMIN_PASSWORD';
    throw new FirstAdminError(`Impostazione ${setting}: ${created.message}`);
  }
  return options.password === undefined ? { username, password } : undefined;
}

/** The first admin cannot be created from the settings. The message is one Italian line. */
export class FirstAdminError extends StartupError {}
