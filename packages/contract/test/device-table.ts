import { CONDITIONS, type Condition } from '../src/domain/condition.ts';
import { deviceConditionOf, deviceErrorOf } from '../src/domain/device/device-view.ts';
import { createDeviceLife, type DeviceLife } from './device-life.ts';

const MINUTE_MS = 60_000;
const DESIRED = { value: 'rosso', since: 0, by: 'valdombra', source: 'command' } as const;

type Act = (life: DeviceLife) => void;

const reports =
  (...lamps: readonly `out${1 | 2 | 3 | 4}=${0 | 1}`[]): Act =>
  (life) => {
    for (const lamp of lamps) life.say(lamp.slice(0, -2), lamp.slice(-1));
  };
const rosso = reports('out4=1', 'out1=0');
const verde = reports('out1=1', 'out4=0');
const isCommanded: Act = (life) => life.happen({ kind: 'commanded', deliveryId: 1, desired: DESIRED });
const isSettled: Act = (life) => life.happen({ kind: 'settled' });
const holds: readonly Act[] = [isCommanded, rosso, isSettled];
const reportsEachMinute: Act = (life) => {
  for (let turn = 0; turn < 5; turn += 1) {
    life.say('temp', '20');
    life.pass(MINUTE_MS);
  }
};

/** How a signal of which rosso is desired comes to be in each condition. */
const WAYS: Record<Condition, readonly Act[]> = {
  ok: holds,
  pending: [verde, isCommanded],
  'out-of-sync': [...holds, verde],
  error: [...holds, (life) => life.happen({ kind: 'failed', reason: 'Comando non confermato entro 5 s' })],
  silent: [...holds, reportsEachMinute, (life) => life.pass(3 * MINUTE_MS)],
  stale: [...holds, (life) => life.loseLink(), (life) => life.makeLink()],
  'never-heard': [],
};

const HAPPENINGS: Record<string, Act> = {
  'rosso and no other lamp is reported': rosso,
  'verde and no other lamp is reported': verde,
  'verde and rosso are reported': reports('out1=1', 'out4=1'),
  'no lamp is reported lit': reports('out1=0', 'out2=0', 'out3=0', 'out4=0'),
  'a measure is reported': (life) => life.say('temp', '20'),
  'it goes off line, for longer than a moment': (life) => {
    life.say('status', 'offline');
    life.pass(2000);
  },
  'it is on line again': (life) => life.say('status', 'online'),
  'the broker remembers verde': (life) => life.say('out1', '1', { retained: true }),
  'two seconds pass': (life) => life.pass(2000),
  'it says nothing for fifteen minutes': (life) => life.pass(15 * MINUTE_MS),
  'the link is lost and made again': (life) => {
    life.loseLink();
    life.makeLink();
  },
  'rosso is commanded': isCommanded,
  'the command is over': isSettled,
  'its command fails': (life) => {
    life.happen({ kind: 'failed', reason: 'Comando non confermato entro 5 s' });
    life.happen({ kind: 'settled' });
  },
  'a person accepts what it shows': (life) => life.happen({ kind: 'accepted', by: 'anna' }),
  'a lamp test begins': (life) => life.happen({ kind: 'test-begun', former: 'rosso', isOver: false }),
  'people begin to work on it': (life) => {
    const maintenance = { since: 0, until: Number.MAX_SAFE_INTEGER, reason: '', by: 'anna' };
    life.happen({ kind: 'maintained', maintenance });
  },
  'another server commands it': (life) => life.happen({ kind: 'ownership-lost' }),
  'it has another owner': (life) => life.happen({ kind: 'handed-over' }),
};

/** The table of docs/device-machine.md: what becomes of a device in each condition, made by the machine itself. */
export function deviceTable(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = Object.entries(HAPPENINGS).map(([what, act]) => [
    what,
    ...CONDITIONS.map((condition) => cell(condition, act)),
  ]);
  return [['what happens', ...CONDITIONS], ['---', ...CONDITIONS.map(() => '---')], ...rows]
    .map(line)
    .join('\n');
}

function cell(condition: Condition, act: Act): string {
  const life = createDeviceLife();
  for (const one of WAYS[condition]) one(life);
  const before = seen(life);
  if (before.condition !== condition) throw new Error(`${before.condition} in place of ${condition}`);
  act(life);
  const after = seen(life);
  const reported = [
    after.condition !== condition && `→ ${after.condition}`,
    after.error !== null && after.error !== before.error && `“${after.error}”`,
    after.desired !== before.desired && `desired: ${after.desired ?? 'nothing'}`,
    after.isDue && !before.isDue && '**lit again**',
  ].filter((one) => one !== false);
  return reported.length === 0 ? '–' : reported.join(', ');
}

function seen(life: DeviceLife) {
  const state = life.state();
  return {
    condition: deviceConditionOf(state, life.at().link),
    error: deviceErrorOf(state),
    desired: state.desired?.value,
    isDue: life.isDue(),
  };
}
