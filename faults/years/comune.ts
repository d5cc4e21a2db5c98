import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { ZONES_CSV } from '@semaforo/testing/national-bulletin';
import type { SeededRandom } from '../truth/seeded-random.ts';
import type { Scene } from './scene.ts';
import { runUntil, world } from './simulated-host.ts';

export const OPERATOR = { username: 'castro', password: 'zampogna-operatrice-1' };
/** What citizens read. */
export const CHANNEL = '@castro_allerte';
const CHAT = 7;
/** Keys of RFC 8291. */
const BROWSER = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/castro',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const SIGNALS = 12;
const LANTERNS = 2;

const numbered = (letter: string, many: number) =>
  Array.from({ length: many }, (_one, index) => `/3/castro/${letter}${index + 1}`);

/** The keys of its signals and lanterns. */
export const KEYS = [...numbered('s', SIGNALS), ...numbered('l', LANTERNS)];

export const typeOf = (key: string) => (key.includes('/s') ? 'semaforo' : 'lanterna');

/** A Comune as an admin and its operator set it up: zone, devices, chat, person on duty, plans, open pages. */
export async function setUpComune(
  { town, devices, ids, anna, admin }: Scene,
  chance: SeededRandom,
): Promise<void> {
  await town.start();
  const user = await admin.call('createUser', { body: OPERATOR });
  if (!user) throw new Error('the operator was not created');
  const params = { id: user.id };
  await admin.call('importZones', { body: ZONES_CSV });
  await admin.call('saveUserZones', { params, body: { zones: ['Vald-B'] } });
  const policy = chance.pick(['propone', 'alza', 'avvisa']);
  const page = { public_page: 'true', public_slug: OPERATOR.username };
  await admin.call('saveUserSetting', {
    params,
    body: { telegram_channel: CHANNEL, alert_policy: policy, ...page },
  });
  for (const { key, type } of devices) {
    const body = { topic: key, type, userId: user.id, name: key.split('/').at(-1) ?? key };
    const made = await admin.call('createDevice', { body });
    if (made) ids.set(key, made.id);
  }
  for (const device of devices) device.join();
  const link = await anna.call('createLinkCode', {});
  town.telegram.write(CHAT, `/collega ${link?.code ?? ''}`);
  await runUntil(world.elapsed() + 5000);
  const linked = await anna.call('listLinkedChats', {});
  const browser = await anna.call('addPushDevice', { body: BROWSER });
  const people = [
    { name: 'Anna', email: null, chat_id: linked?.chats[0]?.id ?? null, push_id: null },
    { name: 'Bruno', email: 'bruno@castro.test', chat_id: null, push_id: null },
    { name: 'Carla', email: null, chat_id: null, push_id: browser?.id ?? null },
  ];
  await anna.call('saveDuty', { body: { people } });
  const week = { repeat: 'settimana' as const, starts_on: romeWallTime(world.now()).date };
  const [mondays, saturdays] = WEEKLY;
  await anna.call('createPlan', { body: { ...week, ...mondays, color: 'giallo' } });
  await anna.call('createPlan', {
    body: { ...week, ...saturdays, device_type: 'lanterna', color: 'acceso' },
  });
  town.pages.open(user.id, anna.readRecords);
  town.pages.open(null, admin.readRecords);
}

/** The days and hours of its two recurring plans. */
export const WEEKLY: [Week, Week] = [
  { days: ['lun'], begin: '06:00', end: '08:00' },
  { days: ['sab'], begin: '21:00', end: '23:30' },
];

type Week = { days: ('lun' | 'sab')[]; begin: string; end: string };
