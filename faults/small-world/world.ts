import type { OutputWrite } from '@semaforo/contract/domain/channels';
import {
  createDelivery,
  type Delivery,
  mayBeWritten,
  stateOfDelivery,
} from '@semaforo/contract/domain/device/delivery';
import {
  type DeliveryEvent,
  stepDelivery,
  type WriteOutcome,
  wakeAt,
} from '@semaforo/contract/domain/device/step-delivery';
import type { Lamps } from '@semaforo/contract/domain/lamps';
import { applyReport, NEVER_HEARD, type ReportedState } from '@semaforo/contract/domain/live-message';
import type { Action } from './explore.ts';

/** Short, so that few states differ by their time alone: what they are compared with is a second. */
const CONFIRM_MS = 2000;
const DEADLINE_MS = 3000;
/** Time passes only while no more than this is on its way: what waits longer is lost with the link. */
const SLOW_AT_MOST = 1;
const KEY = '/3/comune/s1';
/** Of the four lamps of a signal two: the others behave like these. */
const CHANNELS = { verde: 'out1', rosso: 'out4' } as const;
export type Color = keyof typeof CHANNELS;
const COLORS = Object.keys(CHANNELS) as Color[];

/** What the exploration may use up. */
export type Bounds = {
  devices: number;
  commands: number;
  faults: number;
  /** True for a broker that does not say whether anybody listens. */
  isSilentBroker: boolean;
};

/** A write that the server handed to its connection, and what of the way of its delivery it needs. */
type Flying = { commandId: number; write: OutputWrite };

/** What the broker has for the server, in the order in which it will be read. */
type ForServer =
  | { type: 'ack'; commandId: number; channel: string; outcome: WriteOutcome }
  /** `after`: the newest command whose new lamp the broker had taken by then, with a device that listened. */
  | { type: 'report'; channel: string; payload: '0' | '1'; after: number };

type Site = {
  delivery: Delivery | null;
  commandId: number;
  /** What the server knows of the lamps. */
  reported: ReportedState;
  isConnected: boolean;
  lamps: Readonly<Record<Color, boolean>>;
  toDevice: readonly OutputWrite[];
  toBroker: readonly Flying[];
  toServer: readonly ForServer[];
  /** The newest command whose new lamp a listening device was handed, and the newest that the device answered. */
  receivedOf: number;
  /** True once the server read, after its acknowledgement, that the device lit the new lamp of the command. */
  answeredOf: number;
};

export type World = {
  now: number;
  isLinkUp: boolean;
  isSilentBroker: boolean;
  sites: readonly Site[];
  commandsLeft: number;
  faultsLeft: number;
  /** Sentences that an action found not to hold. */
  broken: string | null;
};

/** The step that is examined: another one than the real shows that the exploration finds what is wrong. */
export type Step = typeof stepDelivery;

export function firstWorld({ devices, commands, faults, isSilentBroker }: Bounds): World {
  const site: Site = {
    delivery: null,
    commandId: 0,
    reported: NEVER_HEARD,
    isConnected: true,
    lamps: { verde: true, rosso: false },
    toDevice: [],
    toBroker: [],
    toServer: [],
    receivedOf: 0,
    answeredOf: 0,
  };
  const sites = Array.from({ length: devices }, () => site);
  return {
    now: 0,
    isLinkUp: true,
    isSilentBroker,
    sites,
    commandsLeft: commands,
    faultsLeft: faults,
    broken: null,
  };
}

/** All that may happen in a world. */
export function actionsOf(world: World, step: Step = stepDelivery): Action<World>[] {
  const actions: Action<World>[] = [];
  const add = (name: string, next: World | undefined) => {
    if (next) actions.push({ name, next });
  };
  for (const [index, site] of world.sites.entries()) {
    const at = { world, index, site, step };
    for (const color of COLORS) add(`device ${index}: command ${color}`, command(at, color));
    add(`device ${index}: the broker takes a write`, brokerTakes(at));
    add(`device ${index}: takes a write and answers`, deviceTakes(at));
    add(`device ${index}: the server reads`, serverReads(at));
    add(`device ${index}: goes`, deviceGoes(at, 'keeps'));
    add(`device ${index}: reboots to verde`, deviceGoes(at, 'verde'));
    add(`device ${index}: reboots dark`, deviceGoes(at, 'dark'));
    add(`device ${index}: comes back and says what it shows`, deviceComes(at));
    add(`device ${index}: its last report is doubled`, doubled(at));
    add(`device ${index}: the server restarts`, restart(at));
  }
  add('the link is cut; what flew was lost', cut(world, step, false));
  add('the link is cut; what flew had reached the broker', cut(world, step, true));
  add('the link is back', linkBack(world, step));
  add('time passes', pass(world, step));
  return actions;
}

/** Worlds that go on alike have the same key: of times only how far away they are. */
export function keyOf(world: World): string {
  const { now } = world;
  return JSON.stringify({ ...world, now: 0 }, (name, value: unknown) => {
    if (typeof value !== 'number' || !/(?:At|Until)$/.test(name)) return value;
    return name === 'saidAt' || name === 'updatedAt' ? 0 : Math.max(value - now, -1);
  });
}

/** What does not hold, or null. */
export function judge(world: World): string | null {
  if (world.broken !== null) return world.broken;
  for (const { delivery } of world.sites) {
    if (delivery?.result.state !== 'open') continue;
    if (world.now > delivery.plan.acceptedAt + DEADLINE_MS + CONFIRM_MS) return 'a delivery never ends';
  }
  return null;
}

type At = { world: World; index: number; site: Site; step: Step };

function withSite(world: World, index: number, site: Site): World {
  return { ...world, sites: world.sites.with(index, site) };
}

function spending(world: World): World | undefined {
  return world.faultsLeft > 0 ? { ...world, faultsLeft: world.faultsLeft - 1 } : undefined;
}

/** Has the delivery of a site take a step, and hands over what it writes. */
function deliver({ world, index, step }: Omit<At, 'site'>, event: DeliveryEvent): World {
  const site = world.sites[index];
  if (!site?.delivery) return world;
  const known = { now: world.now, lamps: site.reported.lamps, confirmMs: CONFIRM_MS };
  const former = site.delivery;
  const { delivery, effects } = step(former, event, known);
  let next = withSite(world, index, { ...site, delivery });
  if (delivery.result.state === 'confirmed' && former.result.state !== 'confirmed') {
    if (site.answeredOf !== site.commandId) {
      next = { ...next, broken: 'confirmed, and the device did not say so after the broker had the command' };
    }
  }
  for (const effect of effects) {
    next =
      effect.type === 'request-turn'
        ? deliver({ world: next, index, step }, { type: 'turn' })
        : effect.writes.reduce((so, write) => handOver({ world: so, index, step }, write), next);
  }
  return next;
}

function handOver({ world, index, step }: Omit<At, 'site'>, write: OutputWrite): World {
  const site = world.sites[index];
  if (!site?.delivery) return world;
  const isWanted = world.isLinkUp && mayBeWritten(site.delivery, world.now);
  const { channel, payload } = write;
  if (!isWanted) return deliver({ world, index, step }, { type: 'written', channel, outcome: 'lost' });
  let next = world;
  if (site.delivery.handedOverAt === null) {
    const deviceHeard = Object.keys(site.reported.lamps).length > 0;
    next = deliver({ world, index, step }, { type: 'handed-over', deviceHeard });
  }
  const now = next.sites[index];
  if (!now) return next;
  const mayDarken = now.receivedOf === now.commandId || now.answeredOf === now.commandId;
  if (payload === '0' && !mayDarken) {
    next = { ...next, broken: 'a lamp is put out before the new one was received' };
  }
  if (site.delivery.sendUntil <= world.now)
    next = { ...next, broken: 'something is written after its deadline' };
  return withSite(next, index, { ...now, toBroker: [...now.toBroker, { commandId: now.commandId, write }] });
}

function command({ world, index, site, step }: At, color: Color): World | undefined {
  if (world.commandsLeft === 0 || !world.isLinkUp) return undefined;
  let next = deliver({ world, index, step }, { type: 'superseded' });
  const former = next.sites[index] ?? site;
  const other = COLORS.find((one) => one !== color) ?? color;
  const delivery = createDelivery({
    device: { type: 'semaforo', key: KEY },
    value: color,
    writes: [
      { channel: CHANNELS[color], payload: '1' },
      { channel: CHANNELS[other], payload: '0' },
    ],
    acceptedAt: world.now,
    deadlineAt: world.now + DEADLINE_MS,
    usualDeadlineAt: world.now + DEADLINE_MS,
    waitsForDevice: index % 2 === 1,
  });
  const commandId = Math.max(...world.sites.map((one) => one.commandId)) + 1;
  next = withSite({ ...next, commandsLeft: world.commandsLeft - 1 }, index, {
    ...former,
    delivery,
    commandId,
  });
  next = deliver({ world: next, index, step }, { type: 'accepted', linkUp: world.isLinkUp });
  return deliver({ world: next, index, step }, { type: 'turn' });
}

/** The broker takes the next write, hands it on to a device that is there, and acknowledges it. */
function brokerTakes({ world, index, site }: At): World | undefined {
  const [first, ...rest] = site.toBroker;
  if (!first || !world.isLinkUp) return undefined;
  const { isConnected } = site;
  const outcome: WriteOutcome = world.isSilentBroker ? 'unknown' : isConnected ? 'received' : 'nobody';
  const ack = { type: 'ack', commandId: first.commandId, channel: first.write.channel, outcome } as const;
  return withSite(world, index, {
    ...taken(site, first, world.isSilentBroker),
    toBroker: rest,
    toServer: [...site.toServer, ack],
  });
}

function taken(site: Site, { commandId, write }: Flying, isSilent: boolean): Site {
  if (!site.isConnected) return site;
  const isLamp = write.payload === '1' && !isSilent;
  return {
    ...site,
    toDevice: [...site.toDevice, write],
    receivedOf: isLamp ? Math.max(site.receivedOf, commandId) : site.receivedOf,
  };
}

function deviceTakes({ world, index, site }: At): World | undefined {
  const [write, ...rest] = site.toDevice;
  if (!write || !site.isConnected) return undefined;
  const color = COLORS.find((one) => CHANNELS[one] === write.channel) ?? 'verde';
  const lamps = { ...site.lamps, [color]: write.payload === '1' };
  return withSite(world, index, { ...said({ ...site, lamps }, color, world.isLinkUp), toDevice: rest });
}

/** The device says what a lamp shows. Nobody hears it while the link is away. */
function said(site: Site, color: Color, isLinkUp: boolean): Site {
  if (!isLinkUp) return site;
  const payload = site.lamps[color] ? '1' : '0';
  const report = { type: 'report', channel: CHANNELS[color], payload, after: newestTaken(site) } as const;
  return { ...site, toServer: [...site.toServer, report] };
}

/** The newest command whose new lamp the broker has acknowledged, or is about to: its answer comes after that. */
function newestTaken(site: Site): number {
  const flying = site.toServer.filter((one) => one.type === 'ack').map(({ commandId }) => commandId);
  const isAcknowledged =
    site.delivery?.acknowledged.includes(CHANNELS[site.delivery.plan.value as Color]) === true;
  return Math.max(0, ...flying, isAcknowledged ? site.commandId : 0);
}

function serverReads({ world, index, site, step }: At): World | undefined {
  const [first, ...rest] = site.toServer;
  if (!first || !world.isLinkUp) return undefined;
  const left = withSite(world, index, { ...site, toServer: rest });
  if (first.type === 'ack') {
    // What is acknowledged to a delivery that a newer one has superseded is nobody's any more.
    if (first.commandId !== site.commandId) return left;
    const { channel, outcome } = first;
    const acknowledged = deliver({ world: left, index, step }, { type: 'acknowledged', channel });
    return deliver({ world: acknowledged, index, step }, { type: 'written', channel, outcome });
  }
  const { channel, payload } = first;
  const message = { channel, payload, retained: false };
  const device = { type: 'semaforo', key: KEY } as const;
  const reported =
    applyReport(device, site.reported, { message, now: world.now, session: 1 }) ?? site.reported;
  const isAnswer = payload === '1' && channel === CHANNELS[(site.delivery?.plan.value ?? 'verde') as Color];
  const answeredOf = isAnswer && first.after === site.commandId ? site.commandId : site.answeredOf;
  const heard = withSite(left, index, { ...site, toServer: rest, reported, answeredOf });
  const stepped = deliver({ world: heard, index, step }, { type: 'reported', channel, payload });
  return deliver({ world: stepped, index, step }, { type: 'heard' });
}

function deviceGoes({ world, index, site }: At, to: 'keeps' | 'verde' | 'dark'): World | undefined {
  const spent = spending(world);
  if (!spent || !site.isConnected) return undefined;
  const lamps = to === 'keeps' ? site.lamps : { verde: to === 'verde', rosso: false };
  return withSite(spent, index, { ...site, isConnected: false, lamps, toDevice: [] });
}

function deviceComes({ world, index, site }: At): World | undefined {
  if (site.isConnected) return undefined;
  let back: Site = { ...site, isConnected: true };
  for (const color of COLORS) back = said(back, color, world.isLinkUp);
  return withSite(world, index, back);
}

function doubled({ world, index, site }: At): World | undefined {
  const spent = spending(world);
  const last = site.toServer.at(-1);
  if (!spent || last?.type !== 'report') return undefined;
  return withSite(spent, index, { ...site, toServer: [...site.toServer, last] });
}

/** What is stored of the delivery is taken up by the next process; what flew or waited to be read is lost. */
function restart({ world, index, site, step }: At): World | undefined {
  const spent = spending(world);
  const { delivery } = site;
  if (!spent || delivery?.result.state !== 'open') return undefined;
  const acknowledged = stateOfDelivery(delivery) === 'inviato';
  const former = createDelivery(
    { ...delivery.plan, waitsForDevice: true },
    { acknowledged, result: { state: 'open' } },
  );
  const lamps = Object.fromEntries(
    Object.entries(site.reported.lamps).map(([color, lamp]) => [color, { ...lamp, saidIn: null }]),
  ) as Lamps;
  let next = withSite(spent, index, {
    ...site,
    delivery: former,
    reported: { ...site.reported, lamps },
    toBroker: [],
    toServer: [],
  });
  next = deliver({ world: next, index, step }, { type: 'accepted', linkUp: world.isLinkUp });
  return world.now < delivery.plan.deadlineAt
    ? deliver({ world: next, index, step }, { type: 'turn' })
    : next;
}

function cut(world: World, step: Step, hadArrived: boolean): World | undefined {
  const spent = spending(world);
  if (!spent || !world.isLinkUp) return undefined;
  if (hadArrived && world.sites.every(({ toBroker }) => toBroker.length === 0)) return undefined;
  let next: World = { ...spent, isLinkUp: false };
  for (const [index, { toBroker, toServer }] of world.sites.entries()) {
    const site = next.sites[index];
    if (!site) continue;
    const arrived = hadArrived ? toBroker.reduce((so, one) => taken(so, one, true), site) : site;
    next = withSite(next, index, { ...arrived, toBroker: [], toServer: [] });
    next = deliver({ world: next, index, step }, { type: 'link-down' });
    const unanswered = [
      ...toBroker.map(({ commandId, write }) => ({ commandId, channel: write.channel })),
      ...toServer.flatMap((one) => (one.type === 'ack' ? [one] : [])),
    ];
    for (const { commandId, channel } of unanswered) {
      if (commandId !== site.commandId) continue;
      next = deliver({ world: next, index, step }, { type: 'written', channel, outcome: 'lost' });
    }
  }
  return next;
}

function linkBack(world: World, step: Step): World | undefined {
  if (world.isLinkUp) return undefined;
  let next: World = { ...world, isLinkUp: true };
  for (const index of world.sites.keys()) next = deliver({ world: next, index, step }, { type: 'link-up' });
  return next;
}

/** Until the next moment for which a delivery waits. */
function pass(world: World, step: Step): World | undefined {
  const times = world.sites.flatMap(({ delivery }) => (delivery ? (wakeAt(delivery) ?? []) : []));
  const isSlow = ({ toBroker, toServer }: Site) => toBroker.length + toServer.length > SLOW_AT_MOST;
  if (times.length === 0 || world.sites.some(isSlow)) return undefined;
  let next: World = { ...world, now: Math.max(world.now, Math.min(...times)) };
  for (const index of world.sites.keys()) next = deliver({ world: next, index, step }, { type: 'tick' });
  return next;
}
