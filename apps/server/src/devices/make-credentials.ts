import type { AuditAuthor } from '../database/audit-trail.ts';
import { isForeignKeyViolation } from '../database/constraint-errors.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, type Refusal } from '../platform/refusal.ts';
import type { CredentialsRepository } from './credentials.repository.ts';
import { newCredentials } from './new-credentials.ts';

/**
 * Gives a device new credentials, in place of those it had; resolves once these are ended. The password is in the
 * answer and nowhere else.
 */
export function createMakeCredentials(options: {
  repository: Pick<CredentialsRepository, 'put' | 'installation'>;
  /** Encrypts a password that Mosquitto's plugin still needs; null when no plugin is kept in step. */
  seal: (password: string) => string | null;
  changed: (deviceId: number) => Promise<void>;
  clock: Clock;
}): (deviceId: number, author: AuditAuthor) => Promise<{ username: string; password: string } | Refusal> {
  return async (deviceId, author) => {
    const { tag } = await options.repository.installation();
    const { password, ...credentials } = newCredentials(deviceId, tag);
    const stored = { ...credentials, sealedPassword: options.seal(password) };
    try {
      await options.repository.put(deviceId, stored, { author, at: options.clock.now() });
    } catch (error) {
      if (isForeignKeyViolation(error)) return notFound();
      throw error;
    }
    await options.changed(deviceId);
    return { username: credentials.username, password };
  };
}
