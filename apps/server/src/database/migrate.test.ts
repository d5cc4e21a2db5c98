import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from './engine.ts';
import { migrate } from './migrate.ts';

const TABLES = [
  'alarms',
  'alarm_devices',
  'alarm_events',
  'alarm_links',
  'duty_channels',
  'duty_maintenance',
  'duty_people',
  'alerts',
  'alert_devices',
  'approval_devices',
  'approvals',
  'api_keys',
  'audit',
  'audit_anchors',
  'audit_chain',
  'audit_exports',
  'backups',
  'bot_channel_posts',
  'bot_channel_signals',
  'bot_chats',
  'bot_lease',
  'bot_link_codes',
  'bot_told_errors',
  'bot_told_outage',
  'bot_updates',
  'broker_config',
  'bulletin_days',
  'bulletin_reader',
  'bulletin_references',
  'bulletins',
  'colors_before_alerts',
  'commands',
  'comuni',
  'comuni_table',
  'deliveries',
  'device_credentials',
  'device_errors',
  'device_group_members',
  'device_groups',
  'device_lanes',
  'device_maintenance',
  'device_metrics',
  'device_notes',
  'device_pictures',
  'gauge_events',
  'gauge_minutes',
  'gauges',
  'handovers',
  'device_reports',
  'device_states',
  'device_zones',
  'devices',
  'home_assistant_documents',
  'idempotent_answers',
  'ignored_devices',
  'installation',
  'lamp_powers',
  'lamp_test_devices',
  'lamp_tests',
  'link_policies',
  'notifications',
  'passkeys',
  'plan_devices',
  'plans',
  'public_changes',
  'public_subscribers',
  'push_devices',
  'push_keys',
  'recovery_codes',
  'restore_resumptions',
  'restores',
  'schedule_devices',
  'schedules',
  'second_factors',
  'server_terms',
  'servers',
  'sessions',
  'used_tickets',
  'settings',
  'untagged_device_logins',
  'user_zones',
  'users',
  'webhook_conditions',
  'webhooks',
  'zone_shapes',
  'zones',
];

describe.each(testEngines())('the migrations on %s', (engine) => {
  let database: OpenDatabase;

  beforeEach(async () => {
    database = await createEmptyDatabase(engine);
  });
  afterEach(() => database.close());

  test('the migrations create every table of the schema', async () => {
    await migrate(database);
    const tables = await database.db.introspection.getTables();
    const expected =
      engine === 'postgres' ? [...TABLES, 'device_list_version', 'device_credentials_version'] : TABLES;
    expect(tables.map(({ name }) => name).sort()).toEqual(expected.toSorted());
  });

  test('a second run of the migrations changes nothing', async () => {
    await migrate(database);
    await insertUser(database, 'anna');
    await migrate(database);
    expect(await database.db.selectFrom('users').select('username').execute()).toEqual([
      { username: 'anna' },
    ]);
  });

  test('an installation has a tag', async () => {
    await migrate(database);
    const installations = await database.db.selectFrom('installation').selectAll().execute();
    expect(installations.map(({ tag }) => /^[2-9a-z]{6}$/.test(tag))).toEqual([true]);
  });

  test('two servers can migrate at once', async () => {
    await Promise.all([migrate(database), migrate(database)]);
    expect(await database.db.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  test('the id of a deleted row is never used again', async () => {
    await migrate(database);
    const first = await insertUser(database, 'anna');
    await database.db.deleteFrom('users').execute();
    expect(await insertUser(database, 'bruno')).toBeGreaterThan(first);
  });

  test('ids and times are stored as numbers', async () => {
    await migrate(database);
    const id = await insertUser(database, 'anna');
    const row = await database.db.selectFrom('users').select(['id', 'created_at']).executeTakeFirst();
    expect(row).toEqual({ id, created_at: Date.UTC(2026, 10, 20) });
  });

  test('a device whose owner does not exist is refused', async () => {
    await migrate(database);
    const orphan = { topic: '/3/c/s1', type: 'semaforo', owner_id: 99, created_at: 0 } as const;
    await expect(database.db.insertInto('devices').values(orphan).execute()).rejects.toThrow(/foreign key/i);
  });
});

async function insertUser({ db }: OpenDatabase, username: string): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      folded_username: username,
      password_hash: '',
      role: 'user',
      token_version: 1,
      created_at: Date.UTC(2026, 10, 20),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
