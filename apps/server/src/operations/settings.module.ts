import type { PublicSettings } from '@semaforo/contract/api/settings';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createSettingsRepository } from './settings.repository.ts';
import { createSettingsHandlers } from './settings.routes.ts';

/** The settings of each user, and those of the installation that anyone may read. */
export function createSettingsModule(deps: {
  db: Kysely<Database>;
  publicSettings: PublicSettings;
  clock: Clock;
}) {
  const { publicSettings, clock } = deps;
  const repository = createSettingsRepository(deps.db);
  return { name: 'settings', routes: createSettingsHandlers({ repository, publicSettings, clock }) };
}
