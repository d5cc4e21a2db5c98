import { afterEach, expect, test, vi } from 'vitest';
import { childEnvironment } from './child-environment.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a program that the server starts gets where to find things and what is added, no secret and no code of others', () => {
  for (const name of ['LD_PRELOAD', 'LD_LIBRARY_PATH', 'NODE_OPTIONS', 'SECRET_KEY', 'SMTP_URL'])
    vi.stubEnv(name, 'x');
  for (const name of ['PGSSLROOTCERT', 'LC_ALL']) vi.stubEnv(name, 'mine');
  const environment = childEnvironment({ PGPASSWORD: 'given' });
  expect(environment).toMatchObject({ PATH: process.env.PATH, PGSSLROOTCERT: 'mine', LC_ALL: 'mine' });
  expect(environment.PGPASSWORD).toBe('given');
  expect(Object.values(environment)).not.toContain('x');
});
