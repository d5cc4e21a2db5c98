import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { createAlertsRepository } from '@semaforo/server/alerts/alerts.repository';
import type { OpenDatabase } from '@semaforo/server/database/engine';
import { createPlansRepository } from '@semaforo/server/scheduling/plans.repository';
import { until } from '@semaforo/testing/until';
import type { AlertAct } from './alert-crashes.ts';
import type { ExpectedColor, Square } from './square.ts';

type Db = OpenDatabase['db'];

/** Far enough away that what is asked for first is stored, and done, before the instant. */
const AHEAD_MS = 600;
const AFTER_LIT_MS = 600;
/** What the crash leaves lit ends so much later, while the server lives or dies for others. */
const LATER_MS = 60_000;
/** Long enough to be lit before, also by a machine with much to do. */
const LIT_FOR_MS = 2500;
const LIT_WITHIN_MS = 60_000;
const DAY_MS = 86_400_000;
const APPOINTED_MS = 1.5 * DAY_MS;

/** What a running server was asked for: the instant that matters (epoch ms), and what is to be done at it. */
export type Injected = { instant: number; atInstant?: () => Promise<unknown> };

/** Asks the running server, as people would, for what happens around an instant. */
export function createInject(db: Db, hasShown: (key: string, color: SignalColor) => boolean) {
  const now = () => Date.now();

  const alert = async (square: Square, color: SignalColor, from: number, to: number) => {
    const body = {
      color,
      from: written(from),
      to: written(to),
      reason: 'Prova',
      deviceIds: [square.deviceId],
    };
    const { id } = await square.author.client('createAlert', { body });
    square.alerts.push(id);
    return id;
  };
  const expect = ({ expected }: Square, ...colors: ExpectedColor[]) => void expected.push(...colors);
  /** The alert is in course and its lamp was lit: the instant is near, from then on. */
  const lit = async (square: Square, color: SignalColor) => {
    await until(`${square.key} is ${color}`, () => hasShown(square.key, color), LIT_WITHIN_MS);
    return now() + AFTER_LIT_MS;
  };
  /** An alert that is lit now and ends so much later. */
  const begun = async (square: Square, color: SignalColor, forMs: number) => {
    const notBefore = now();
    await alert(square, color, notBefore, notBefore + forMs);
    expect(square, { color, notBefore });
    return notBefore + forMs;
  };

  const acts: Record<AlertAct, (square: Square) => Promise<Injected>> = {
    begin: async (square) => {
      const instant = now() + AHEAD_MS;
      await alert(square, 'arancio', instant, instant + LATER_MS);
      expect(square, { color: 'arancio', notBefore: instant }, verdeAt(instant + LATER_MS));
      return { instant };
    },
    end: async (square) => {
      const instant = await begun(square, 'arancio', LIT_FOR_MS);
      expect(square, verdeAt(instant));
      await lit(square, 'arancio');
      return { instant };
    },
    handover: async (square) => {
      const instant = await begun(square, 'rosso', LIT_FOR_MS);
      await alert(square, 'giallo', instant, instant + LATER_MS);
      expect(square, { color: 'giallo', notBefore: instant }, verdeAt(instant + LATER_MS));
      await lit(square, 'rosso');
      return { instant };
    },
    graver: async (square) => {
      const ends = await begun(square, 'giallo', 3 * LATER_MS);
      const instant = await lit(square, 'giallo');
      await alert(square, 'rosso', instant, instant + LATER_MS);
      expect(square, { color: 'rosso', notBefore: instant });
      expect(square, { color: 'giallo', notBefore: instant + LATER_MS }, verdeAt(ends));
      return { instant };
    },
    override: async (square) => {
      const instant = await begun(square, 'giallo', 2 * LIT_FOR_MS);
      await lit(square, 'giallo');
      expect(square, { color: 'rosso', notBefore: now() }, verdeAt(instant));
      const body = { command: 'rosso' as const, deviceIds: [square.deviceId] };
      await square.author.client('sendCommand', { body });
      return { instant };
    },
    raised: async (square) => {
      const instant = now() + AHEAD_MS;
      square.alerts.push(await raise(db, square, { from: instant, to: instant + LATER_MS }));
      // Until a person has confirmed the end: see `confirmRaised`.
      expect(square, { color: 'rosso', notBefore: instant });
      return { instant };
    },
    revoked: async (square) => {
      await begun(square, 'arancio', 2 * LATER_MS);
      const [id = 0] = square.alerts;
      const instant = await lit(square, 'arancio');
      expect(square, verdeAt(instant));
      return { instant, atInstant: () => square.author.client('revokeAlert', { params: { id } }) };
    },
    plan: async (square) => {
      const instant = now() + AHEAD_MS;
      square.plans.push(await appointPlan(db, square, [instant, instant + LATER_MS]));
      expect(square, { color: 'rosso', notBefore: instant }, verdeAt(instant + LATER_MS));
      return { instant };
    },
  };
  return (square: Square) => acts[square.crash.act](square);
}

function verdeAt(notBefore: number): ExpectedColor {
  return { color: 'verde', notBefore };
}

function written(instant: number): string {
  return new Date(instant).toISOString();
}

/** As the policy does it that raises by itself: nobody has confirmed the end. */
function raise(db: Db, { author, deviceId }: Square, times: { from: number; to: number }): Promise<number> {
  return createAlertsRepository(db).create(
    {
      ...times,
      owner: { id: author.id, username: author.username, role: 'user' },
      color: 'rosso',
      reason: 'Bollettino',
      drill: false,
      source: 'bollettino',
      bulletinId: null,
      day: null,
      whom: { kind: 'scelti', groupId: null, group: null, zone: null },
      deviceIds: [deviceId],
    },
    {
      at: Date.now(),
      author: { id: null, username: 'sistema', address: null },
      decision: 'confermata',
      byPerson: false,
      action: 'alerts.raise',
    },
  );
}

/** A plan whose times of today are appointed for instants: its own are whole minutes, too rare to wait for. */
async function appointPlan(
  db: Db,
  { author, deviceId }: Square,
  [begin, end]: readonly [number, number],
): Promise<number> {
  const plans = createPlansRepository(db);
  const at = Date.now();
  const day = romeWallTime(begin).date;
  const id = await plans.create(
    {
      ...{ color: 'rosso', deviceType: 'semaforo', begin: '00:00', end: '00:01' },
      ...{ repeat: 'date', every: 1, days: [], dates: [day], exceptions: [], startsOn: day, endsOn: day },
      whom: { kind: 'scelti', groupId: null, group: null },
      deviceIds: [deviceId],
    },
    { at, author: { id: author.id, username: author.username, address: null }, authorId: author.id },
  );
  const plan = await plans.find(id);
  if (!plan) throw new Error('the plan is gone');
  const times = [
    { day, step: 'inizio' as const, at: begin },
    { day, step: 'fine' as const, at: end },
  ];
  await plans.appoint(plan, times, { until: at + APPOINTED_MS, now: at });
  return id;
}
