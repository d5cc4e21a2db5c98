import type { Alert } from '@semaforo/contract/api/alerts';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import type { SeededRandom } from '../truth/seeded-random.ts';
import type { Happening, Scene } from './scene.ts';
import { world } from './simulated-host.ts';
import { HOUR_MS, MINUTE_MS } from './times.ts';

const inMs = (ms: number) => new Date(world.now() + ms).toISOString();

/** Some signals, or all (undefined). */
function someOf({ devices, ids }: Scene, chance: SeededRandom): number[] | undefined {
  if (chance.happens(0.4)) return undefined;
  const signals = devices.filter(({ type }) => type === 'semaforo');
  const chosen = signals.filter(() => chance.happens(0.3)).flatMap(({ key }) => ids.get(key) ?? []);
  return chosen.length > 0 ? chosen : undefined;
}

const colorOf = (chance: SeededRandom): DeviceStatus => chance.pick([...SIGNAL_COLORS, 'verde', 'spento']);

export async function click(scene: Scene, chance: SeededRandom): Promise<void> {
  const { anna, judge, journal } = scene;
  const deviceIds = someOf(scene, chance);
  const command = colorOf(chance);
  const idempotencyKey = `pressione-${chance.between(0, 2 ** 31)}`;
  const input = { body: { command, ...(deviceIds && { deviceIds }) }, idempotencyKey };
  journal.note(`anna commands ${command} to ${deviceIds?.join(' ') ?? 'all'}`);
  const presses = chance.happens(0.2) ? 2 : 1;
  for (let press = 0; press < presses; press += 1) {
    const pressedAt = world.now();
    const outcome = await anna.attempt('sendCommand', input);
    if (outcome?.ok) judge.commanded({ key: idempotencyKey, id: outcome.answer.commandId, pressedAt });
  }
}

/** Someone else presses at the same time. */
export function clickBeside({ admin, journal }: Scene, chance: SeededRandom): void {
  const command = colorOf(chance);
  journal.note(`admin commands ${command} to all`);
  void admin.begin('sendCommand', { body: { command } });
}

/** A press that lay in a telephone without a network is refused. */
async function clickLate({ anna, judge }: Scene, chance: SeededRandom): Promise<void> {
  const issuedAt = inMs(-chance.between(11_000, HOUR_MS));
  const outcome = await anna.attempt('sendCommand', { body: { command: 'rosso' }, issuedAt });
  if (outcome?.ok) judge.violated('old-click', `a press of ${issuedAt} was carried out`);
}

async function undo({ anna, journal }: Scene): Promise<void> {
  const last = await anna.call('getLastCommand', {});
  if (!last) return;
  journal.note(`anna restores what command ${last.commandId} changed`);
  await anna.attempt('restoreCommand', { params: { commandId: last.commandId } });
}

async function plan(scene: Scene, chance: SeededRandom): Promise<void> {
  const deviceIds = someOf(scene, chance);
  const waitsMs = chance.between(2 * MINUTE_MS, 70 * HOUR_MS);
  const body = { color: colorOf(chance), datetime: inMs(waitsMs), ...(deviceIds && { deviceIds }) };
  const made = await scene.anna.call('createSchedule', { body });
  if (!made) return;
  scene.journal.note(`anna schedules ${body.color} for ${made.execute_at}`);
  scene.judge.scheduled(made.id, Date.parse(made.execute_at));
  world.lookIn(Date.parse(made.execute_at) - world.now() + 10);
}

async function cancel({ anna, journal }: Scene, chance: SeededRandom): Promise<void> {
  const open = (await anna.call('listSchedules', {}))?.filter(({ executed }) => !executed) ?? [];
  const [first, ...others] = open;
  if (!first) return;
  const { id } = chance.pick([first, ...others]);
  journal.note(`anna cancels schedule ${id}`);
  await anna.attempt('deleteSchedule', { params: { id } });
}

async function alert(scene: Scene, chance: SeededRandom): Promise<void> {
  const deviceIds = someOf(scene, chance);
  const from = chance.between(5 * MINUTE_MS, 10 * HOUR_MS);
  const to = from + chance.between(30 * MINUTE_MS, 30 * HOUR_MS);
  const color = chance.pick(['giallo', 'arancio', 'rosso']);
  const drill = chance.happens(0.15);
  const made = await scene.anna.call('createAlert', {
    body: {
      color,
      from: inMs(from),
      to: inMs(to),
      reason: 'Piogge intense',
      drill,
      ...(deviceIds && { deviceIds }),
    },
  });
  if (!made) return;
  if (drill) scene.judge.isDisturbed('citizens', to + 48 * HOUR_MS);
  scene.journal.note(`anna makes alert ${made.id}: ${color}${drill ? ', an exercise' : ''}`);
  for (const at of [from, to]) world.lookIn(at + 10);
}

/** Does what the alerts wait for, or ends one before its time. */
async function decide({ anna, journal, judge }: Scene, chance: SeededRandom): Promise<void> {
  for (const alert of (await anna.call('listAlerts', {})) ?? []) {
    const decision = decisionOn(alert, chance);
    if (!decision) continue;
    journal.note(`anna: ${decision} ${alert.id}`);
    // What it ends, citizens hear of, also where a signal does not answer.
    judge.isDisturbed('citizens', 24 * HOUR_MS);
    const ending = { keep_overrides: chance.happens(0.5), to_verde: chance.happens(0.3) };
    const body = decision === 'concludeAlert' ? ending : {};
    await anna.attempt(decision, { params: { id: alert.id }, body });
  }
}

function decisionOn({ state, awaits }: Alert, chance: SeededRandom) {
  if (state === 'proposta' && chance.happens(0.2)) return 'rejectAlert';
  if (state === 'proposta' || awaits !== null) return chance.happens(0.7) ? 'confirmAlert' : undefined;
  if (state === 'in corso') return chance.happens(0.2) ? 'concludeAlert' : undefined;
  return state === 'confermata' && chance.happens(0.1) ? 'revokeAlert' : undefined;
}

async function returnToAlert({ anna }: Scene): Promise<void> {
  const alerts = (await anna.call('listAlerts', {})) ?? [];
  const overridden = alerts.find((one) => one.state === 'in corso' && one.overridden > 0);
  if (overridden) await anna.attempt('returnToAlert', { params: { id: overridden.id }, body: {} });
}

/** Accepts what the signals show that are out of sync. */
async function accept({ anna, judge, journal }: Scene): Promise<void> {
  const records = (await anna.call('listDeviceStatuses', { query: {} })) ?? [];
  for (const { id, topic, out_of_sync, lamps, desired } of records) {
    if (!out_of_sync) continue;
    const lit = lamps.filter(({ on }) => on).map(({ color }) => color);
    const body = { lit, ...(desired && { desired_since: desired.since }) };
    const outcome = await anna.attempt('acceptReported', { params: { id }, body });
    if (!outcome?.ok) continue;
    journal.note(`anna accepts ${lit.join(' ') || 'nothing'} of ${topic}`);
    judge.accepted(topic);
  }
}

async function maintain(scene: Scene, chance: SeededRandom): Promise<void> {
  const [id] = [...scene.ids.values()].filter(() => chance.happens(0.2));
  if (id === undefined) return;
  const until = inMs(chance.between(10 * MINUTE_MS, 5 * HOUR_MS));
  await scene.anna.attempt('setMaintenance', {
    params: { id },
    body: { until, reason: 'Sostituzione lampada' },
  });
}

async function test(scene: Scene, chance: SeededRandom): Promise<void> {
  const deviceIds = someOf(scene, chance);
  await scene.anna.attempt('startLampTest', { query: {}, body: { ...(deviceIds && { deviceIds }) } });
  world.isBusy(MINUTE_MS);
}

async function takeAlarms({ anna }: Scene, chance: SeededRandom): Promise<void> {
  for (const { id, state } of (await anna.call('listAlarms', { query: {} })) ?? []) {
    const params = { id };
    if (state === 'aperto' && chance.happens(0.5)) await anna.attempt('takeAlarm', { params, body: {} });
    if (state === 'preso in carico' && chance.happens(0.5)) {
      await anna.attempt('resolveAlarm', { params, body: {} });
    }
  }
}

/** What people do in a year. */
export const PEOPLE = {
  click: { perYear: 60, happen: click },
  'click late': { perYear: 8, happen: clickLate },
  undo: { perYear: 8, happen: undo },
  schedule: { perYear: 35, happen: plan },
  cancel: { perYear: 8, happen: cancel },
  alert: { perYear: 35, happen: alert },
  decide: { perYear: 80, happen: decide },
  'return to alert': { perYear: 12, happen: returnToAlert },
  accept: { perYear: 18, happen: accept },
  maintain: { perYear: 8, happen: maintain },
  'lamp test': { perYear: 6, happen: test },
  'take alarms': { perYear: 15, happen: takeAlarms },
} as const satisfies Record<string, Happening>;
