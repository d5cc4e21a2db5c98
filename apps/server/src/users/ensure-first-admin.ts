import { randomBytes } from 'node:crypto';
import { PROGRAM } from '../database/audit-trail.ts';
import { Refusal } from '../platform/refusal.ts';
import { StartupError } from '../platform/startup-error.ts';
import type { UserManagement } from './manage-users.ts';
import type { UsersRepository } from './users.repository.ts';

const RANDOM_PASSWORD_BYTES = 12;

/** Makes the first admin when there is no user yet; resolves to their log-in if the password was made up here, for it is shown only once. Rejects when the password given may not be used. */
export async function ensureFirstAdmin(options: {
  repository: Pick<UsersRepository, 'isEmpty'>;
  management: Pick<UserManagement, 'create'>;
  username: string;
  password: string | undefined;
}): Promise<{ username: string; password: string } | undefined> {
  if (!(await options.repository.isEmpty())) return undefined;
  const { username } = options;
  const password = options.password ?? randomBytes(RANDOM_PASSWORD_BYTES).toString('base64url');
  const created = await options.management.create({ username, password, role: 'admin' }, PROGRAM);
  if (created instanceof Refusal) {
    // Another server on the same database may have been quicker.
    if (!(await options.repository.isEmpty())) return undefined;
    throw new FirstAdminError(`Impostazione ADMIN_PASSWORD: ${created.message}`);
  }
  return options.password === undefined ? { username, password } : undefined;
}

/** Thrown when the first admin could not be made from the settings, with an Italian line. */
export class FirstAdminError extends StartupError {}
