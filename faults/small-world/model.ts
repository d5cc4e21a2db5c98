import type { OutputWrite } from '@semaforo/contract/domain/channels';
import {
  createDelivery,
  type Delivery,
  mayBeWritten,
  stateOfDelivery,
} from '@semaforo/contract/domain/device/delivery';
import { TAKEN_OVER } from '@semaforo/contract/domain/device/delivery-reasons';
import { type DeviceState, type Link, UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import { isDeviceOutOfSync } from '@semaforo/contract/domain/device/device-view';
import { heldAt, MOST_REASSERTIONS, reassertionDueAt } from '@semaforo/contract/domain/device/reassertion';
import {
  type DeliveryEvent,
  stepDelivery,
  type WriteOutcome,
  wakeAt,
} from '@semaforo/contract/domain/device/step-delivery';
import { type DeviceEvent, reportOf, stepDevice } from '@semaforo/contract/domain/device/step-device';
import { shownBy } from '@semaforo/contract/domain/lamps';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
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
  /** How many servers act as one: with two, a device may pass from one to the other. */
  owners: number;
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
  /** What its owner knows of the device. */
  state: DeviceState;
  /** The color of the last command that was decided; null: none was. */
  decided: Color | null;
  isConnected: boolean;
  lamps: Readonly<Record<Color, boolean>>;
  toDevice: readonly OutputWrite[];
  toBroker: readonly Flying[];
  /** Writes that its former owner had handed to its connection; their acknowledgements are lost. */
  strays: readonly Flying[];
  toServer: readonly ForServer[];
  /** The newest command whose new lamp a listening device was handed, and the newest that the device answered. */
  receivedOf: number;
  /** True once the server read, after its acknowledgement, that the device lit the new lamp of the command. */
  answeredOf: number;
};

export type Model = {
  now: number;
  link: Link;
  hasTwoOwners: boolean;
  isSilentBroker: boolean;
  sites: readonly Site[];
  commandsLeft: number;
  faultsLeft: number;
  /** Sentences that an action found not to hold. */
  broken: string | null;
};

/** The step that is examined: another one than the real shows that the exploration finds what is wrong. */
export type Step = typeof stepDelivery;

export function firstModel({ devices, commands, faults, owners, isSilentBroker }: Bounds): Model {
  const site: Site = {
    delivery: null,
    commandId: 0,
    state: UNKNOWN_DEVICE,
    decided: null,
    isConnected: true,
    lamps: { verde: true, rosso: false },
    toDevice: [],
    toBroker: [],
    strays: [],
    toServer: [],
    receivedOf: 0,
    answeredOf: 0,
  };
  const sites = Array.from({ length: devices }, () => site);
  return {
    now: 0,
    link: { session: 1, isOpen: true, since: 0, losses: 0 },
    hasTwoOwners: owners > 1,
    isSilentBroker,
    sites,
    commandsLeft: commands,
    faultsLeft: faults,
    broken: null,
  };
}

/** All that may happen in a world. */
export function actionsOf(world: Model, step: Step = stepDelivery): Action<Model>[] {
  const actions: Action<Model>[] = [];
  const add = (name: string, next: Model | undefined) => {
    if (next) actions.push({ name, next });
  };
  for (const [index, site] of world.sites.entries()) {
    const at = { world, index, site, step };
    for (const color of COLORS) add(`device ${index}: command ${color}`, command(at, color));
    add(`device ${index}: is commanded again what it does not hold`, reassert(at));
    add(`device ${index}: the broker takes a write`, brokerTakes(at));
    add(`device ${index}: the broker takes a write of the former owner`, brokerTakesStray(at));
    add(`device ${index}: takes a write and answers`, deviceTakes(at));
    add(`device ${index}: the server reads`, serverReads(at));
    add(`device ${index}: goes`, deviceGoes(at, 'keeps'));
    add(`device ${index}: reboots to verde`, deviceGoes(at, 'verde'));
    add(`device ${index}: reboots dark`, deviceGoes(at, 'dark'));
    add(`device ${index}: comes back and says what it shows`, deviceComes(at));
    add(`device ${index}: its last report is doubled`, doubled(at));
    add(`device ${index}: the server restarts`, restart(at));
    add(`device ${index}: passes to the other server`, passOn(at));
  }
  add('the link is cut; what flew was lost', cut(world, step, false));
  add('the link is cut; what flew had reached the broker', cut(world, step, true));
  add('the link is back', linkBack(world, step));
  add('time passes', pass(world, step));
  return actions;
}

/** Worlds that go on alike have the same key: of times only how far away they are. */
export function keyOf(model: Model): string {
  const { now, link } = model;
  const sites = model.sites.map(({ state, ...site }) => {
    // A command counts only as the newest or as one before.
    const isNewest = (commandId: number) => commandId === site.commandId;
    return {
      ...{ ...site, ...knownKey(state, model), commandId: 0, strays: site.strays.map(({ write }) => write) },
      toBroker: site.toBroker.map((one) => ({ ...one, commandId: isNewest(one.commandId) })),
      toServer: site.toServer.map((one) =>
        one.type === 'ack'
          ? { ...one, commandId: isNewest(one.commandId) }
          : { ...one, after: isNewest(one.after) },
      ),
      receivedOf: isNewest(site.receivedOf),
      answeredOf: isNewest(site.answeredOf),
    };
  });
  return JSON.stringify({ ...model, now: 0, link: link.isOpen, sites }, (name, value: unknown) =>
    typeof value === 'number' && /(?:At|Until)$/.test(name) ? Math.max(value - now, -1) : value,
  );
}

/** What of a device's state may still matter. */
function knownKey(state: DeviceState, { now, link }: Model) {
  const { lamps, desired, reasserted, pending, error, hold, outOfSyncProblem } = state;
  const reported = COLORS.map((color) => {
    const lamp = lamps[color];
    return lamp && [lamp.on, lamp.reportedIn === link.session];
  });
  const due = reassertionDueAt(state);
  const dueIn = due === null ? null : Math.max(due - now, 0);
  const isOut = outOfSyncProblem !== null;
  return {
    reported,
    shown: shownBy(lamps),
    desired: desired?.value,
    reasserted,
    pending,
    error,
    hold: hold.state,
    dueIn,
    isOut,
  };
}

/** What does not hold, or null. */
export function assert(model: Model): string | null {
  if (model.broken !== null) return model.broken;
  for (const site of model.sites) {
    const { delivery, state } = site;
    const isOpen = delivery?.result.state === 'open';
    if (isOpen && model.now > delivery.plan.acceptedAt + DEADLINE_MS + CONFIRM_MS)
      return 'a delivery never ends';
    if ((state.desired?.value ?? null) !== site.decided) return 'what is desired is not what was decided';
    if (!isQuiet(model, site)) continue;
    const received = COLORS.filter((color) => state.lamps[color]?.reportedIn === model.link.session);
    if (received.some((color) => state.lamps[color]?.on !== site.lamps[color]))
      return 'a lamp is shown as it is not';
    const isKept = received.every((color) => site.lamps[color] === (color === site.decided));
    if (!isOpen && site.decided !== null && !isKept && !isDeviceOutOfSync(state))
      return 'a device that shows something else passes for in sync';
  }
  return null;
}

/** True when the device is there, and all that it said of itself has been read. */
function isQuiet({ link }: Model, { isConnected, toBroker, toDevice, toServer, strays }: Site): boolean {
  const isRead = toBroker.length + toDevice.length + toServer.length + strays.length === 0;
  return link.isOpen && isConnected && isRead;
}

type At = { world: Model; index: number; site: Site; step: Step };

function withSite(model: Model, index: number, site: Site): Model {
  return { ...model, sites: model.sites.with(index, site) };
}

function spending(model: Model): Model | undefined {
  return model.faultsLeft > 0 ? { ...model, faultsLeft: model.faultsLeft - 1 } : undefined;
}

/** Has the delivery of a site take a step, and hands over what it writes. */
function deliver({ world, index, step }: Omit<At, 'site'>, event: DeliveryEvent): Model {
  const site = world.sites[index];
  if (!site?.delivery) return world;
  const known = { now: world.now, lamps: site.state.lamps, confirmMs: CONFIRM_MS };
  const former = site.delivery;
  const { delivery, effects } = step(former, event, known);
  let next = withSite(world, index, { ...site, delivery });
  if (former.result.state === 'open' && delivery.result.state !== 'open')
    next = settle(next, index, delivery);
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

/** Has the device take a step, as its owner knows it. */
function happen(model: Model, index: number, event: DeviceEvent): Model {
  const site = model.sites[index];
  if (!site) return model;
  const state = stepDevice(site.state, event, momentOf(model));
  return withSite(model, index, { ...site, state });
}

function momentOf({ now, link }: Model) {
  return { now, elapsed: now, link, silenceMs: 0 };
}

/** A delivery has ended. */
function settle(model: Model, index: number, { result }: Delivery): Model {
  const isTakenOver = result.state === 'superseded' && result.reason === TAKEN_OVER;
  const next = happen(model, index, { kind: isTakenOver ? 'ownership-lost' : 'settled' });
  const isFault = 'isDeviceAtFault' in result && result.isDeviceAtFault;
  return isFault ? happen(next, index, { kind: 'failed', reason: result.reason }) : next;
}

function handOver({ world, index, step }: Omit<At, 'site'>, write: OutputWrite): Model {
  const site = world.sites[index];
  if (!site?.delivery) return world;
  const isWanted = world.link.isOpen && mayBeWritten(site.delivery, world.now);
  const { channel, payload } = write;
  if (!isWanted) return deliver({ world, index, step }, { type: 'written', channel, outcome: 'lost' });
  let next = world;
  if (site.delivery.handedOverAt === null) {
    const deviceReported = Object.keys(site.state.lamps).length > 0;
    next = deliver({ world, index, step }, { type: 'handed-over', deviceReported });
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

function command(at: At, color: Color): Model | undefined {
  const { world, index } = at;
  if (world.commandsLeft === 0 || !world.link.isOpen) return undefined;
  const desired = { value: color, since: world.now, by: 'anna', source: 'command' } as const;
  const decided = (next: Model) => {
    const site = next.sites[index] ?? at.site;
    const event = { kind: 'commanded', desired, deliveryId: site.commandId } as const;
    return happen(withSite(next, index, { ...site, decided: color }), index, event);
  };
  return accept(at, { ...world, commandsLeft: world.commandsLeft - 1 }, { color, decided });
}

/** The console commands again a warning that the device left for something milder. */
function reassert(at: At): Model | undefined {
  const { world, index, site } = at;
  const { state, delivery } = site;
  const color = site.decided;
  const dueAt = reassertionDueAt(state);
  const isUnderWay = delivery?.result.state === 'open';
  if (color === null || dueAt === null || dueAt > world.now || isUnderWay || !world.link.isOpen)
    return undefined;
  const shown = shownBy(state.lamps);
  const isMilder = shown !== null && gravityOf(shown) < gravityOf(color);
  const decided = (next: Model) =>
    happen(happen(next, index, { kind: 'awaited', value: color }), index, { kind: 'reasserted' });
  const next = accept(at, world, { color, decided });
  const tries = next.sites[index]?.state.reasserted ?? 0;
  if (!isMilder)
    return { ...next, broken: 'something is commanded again that is not graver than what is shown' };
  return tries > MOST_REASSERTIONS ? { ...next, broken: 'something is commanded again too often' } : next;
}

/** A command is accepted, and launched. */
function accept(
  { index, site, step }: At,
  world: Model,
  { color, decided }: { color: Color; decided: (next: Model) => Model },
): Model {
  let next = decided(deliver({ world, index, step }, { type: 'superseded' }));
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
  next = withSite(next, index, { ...former, delivery, commandId });
  next = deliver({ world: next, index, step }, { type: 'accepted', linkUp: world.link.isOpen });
  return deliver({ world: next, index, step }, { type: 'turn' });
}

/** The broker takes the next write, hands it on to a device that is there, and acknowledges it. */
function brokerTakes({ world, index, site }: At): Model | undefined {
  const [first, ...rest] = site.toBroker;
  if (!first || !world.link.isOpen) return undefined;
  const { isConnected } = site;
  const outcome: WriteOutcome = world.isSilentBroker ? 'unknown' : isConnected ? 'received' : 'nobody';
  const ack = { type: 'ack', commandId: first.commandId, channel: first.write.channel, outcome } as const;
  return withSite(world, index, {
    ...taken(site, first, world.isSilentBroker),
    toBroker: rest,
    toServer: [...site.toServer, ack],
  });
}

/** A write of the former owner, whose acknowledgement is lost. */
function brokerTakesStray({ world, index, site }: At): Model | undefined {
  const [first, ...rest] = site.strays;
  if (!first) return undefined;
  return withSite(world, index, { ...taken(site, first, world.isSilentBroker), strays: rest });
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

function deviceTakes({ world, index, site }: At): Model | undefined {
  const [write, ...rest] = site.toDevice;
  if (!write || !site.isConnected) return undefined;
  const color = COLORS.find((one) => CHANNELS[one] === write.channel) ?? 'verde';
  const lamps = { ...site.lamps, [color]: write.payload === '1' };
  return withSite(world, index, {
    ...reported({ ...site, lamps }, color, world.link.isOpen),
    toDevice: rest,
  });
}

/** The device says what a lamp shows. Nobody hears it while the link is away. */
function reported(site: Site, color: Color, isLinkUp: boolean): Site {
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

function serverReads({ world, index, site, step }: At): Model | undefined {
  const [first, ...rest] = site.toServer;
  if (!first || !world.link.isOpen) return undefined;
  const left = withSite(world, index, { ...site, toServer: rest });
  if (first.type === 'ack') {
    // What is acknowledged to a delivery that a newer one has superseded is nobody's any more.
    if (first.commandId !== site.commandId) return left;
    const { channel, outcome } = first;
    const acknowledged = deliver({ world: left, index, step }, { type: 'acknowledged', channel });
    return deliver({ world: acknowledged, index, step }, { type: 'written', channel, outcome });
  }
  const { channel, payload } = first;
  const word = reportOf({ type: 'semaforo', key: KEY }, { channel, payload });
  const isAnswer = payload === '1' && channel === CHANNELS[(site.delivery?.plan.value ?? 'verde') as Color];
  const answeredOf = isAnswer && first.after === site.commandId ? site.commandId : site.answeredOf;
  const read = withSite(left, index, { ...site, toServer: rest, answeredOf });
  const received = word ? happen(read, index, { kind: 'said', word, retained: false }) : read;
  const stepped = deliver({ world: received, index, step }, { type: 'reported', channel, payload });
  return deliver({ world: stepped, index, step }, { type: 'heard' });
}

function deviceGoes({ world, index, site }: At, to: 'keeps' | 'verde' | 'dark'): Model | undefined {
  const spent = spending(world);
  if (!spent || !site.isConnected) return undefined;
  const lamps = to === 'keeps' ? site.lamps : { verde: to === 'verde', rosso: false };
  return withSite(spent, index, { ...site, isConnected: false, lamps, toDevice: [] });
}

function deviceComes({ world, index, site }: At): Model | undefined {
  if (site.isConnected) return undefined;
  let back: Site = { ...site, isConnected: true };
  for (const color of COLORS) back = reported(back, color, world.link.isOpen);
  return withSite(world, index, back);
}

function doubled({ world, index, site }: At): Model | undefined {
  const spent = spending(world);
  const last = site.toServer.at(-1);
  if (!spent || last?.type !== 'report') return undefined;
  return withSite(spent, index, { ...site, toServer: [...site.toServer, last] });
}

/** What is stored is taken up by the next process; what flew or waited to be read is lost. */
function restart({ world, index, site, step }: At): Model | undefined {
  const spent = spending(world);
  if (!spent || site.delivery?.result.state !== 'open') return undefined;
  const { lamps } = site.state;
  const unheard = Object.fromEntries(
    Object.entries(lamps).map(([color, lamp]) => [color, { ...lamp, reportedIn: null }]),
  );
  const known = { ...site.state, lamps: unheard, receivedIn: null, pending: null };
  const restarted = { ...site, state: known, toBroker: [], toServer: [] };
  return takeUp({ world: withSite(spent, index, restarted), index, step }, site.delivery);
}

/**
 * Another server owns the device from now on. It reads what is stored, and hears the device by a link of its own; what
 * the former owner had handed over may still arrive.
 */
function passOn({ world, index, site, step }: At): Model | undefined {
  const spent = spending(world);
  if (!spent || !world.hasTwoOwners) return undefined;
  const { delivery } = site;
  const { desired, desiredVersion, error, errorReason, reasserted } = site.state;
  let next = deliver({ world: spent, index, step }, { type: 'ownership-lost' });
  const left = next.sites[index] ?? site;
  if (left.delivery && mayBeWritten(left.delivery, world.now))
    next = { ...next, broken: 'a server that lost a device goes on writing to it' };
  const isOpen = delivery?.result.state === 'open';
  next = happen(next, index, {
    kind: 'peer-state',
    stored: { desired, desiredVersion, error, errorReason, reasserted, pending: null },
  });
  const learned = next.sites[index] ?? site;
  next = withSite(next, index, {
    ...learned,
    delivery: isOpen ? delivery : null,
    toBroker: [],
    strays: [...site.strays, ...site.toBroker],
    toServer: site.toServer.filter(({ type }) => type === 'report'),
  });
  return isOpen ? takeUp({ world: next, index, step }, delivery) : next;
}

/** Goes on with an unfinished delivery, as it is stored. */
function takeUp({ world, index, step }: Omit<At, 'site'>, stored: Delivery): Model {
  const site = world.sites[index];
  if (!site) return world;
  const delivery = createDelivery(
    { ...stored.plan, waitsForDevice: true },
    { acknowledged: stateOfDelivery(stored) === 'inviato', result: { state: 'open' } },
  );
  const { value } = stored.plan;
  let next = happen(withSite(world, index, { ...site, delivery }), index, { kind: 'awaited', value });
  next = deliver({ world: next, index, step }, { type: 'accepted', linkUp: world.link.isOpen });
  return world.now < stored.plan.deadlineAt ? deliver({ world: next, index, step }, { type: 'turn' }) : next;
}

function cut(model: Model, step: Step, hadArrived: boolean): Model | undefined {
  const spent = spending(model);
  if (!spent || !model.link.isOpen) return undefined;
  if (hadArrived && model.sites.every(({ toBroker }) => toBroker.length === 0)) return undefined;
  const { session, losses } = model.link;
  const link = { session: session + 1, isOpen: false, since: model.now, losses: losses + 1 };
  let next: Model = { ...spent, link };
  for (const [index, { toBroker, toServer }] of model.sites.entries()) {
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

function linkBack(model: Model, step: Step): Model | undefined {
  if (model.link.isOpen) return undefined;
  const link = { ...model.link, session: model.link.session + 1, isOpen: true, since: model.now };
  let next: Model = { ...model, link };
  for (const index of model.sites.keys()) next = deliver({ world: next, index, step }, { type: 'link-up' });
  return next;
}

/** Until the next moment for which a delivery or a device waits. */
function pass(model: Model, step: Step): Model | undefined {
  const { now } = model;
  const times = model.sites.flatMap(({ delivery, state }) => {
    // The clock of this world is never set: a device need not look at it meanwhile.
    const ofDevice = [reassertionDueAt(state), heldAt(state)].filter((time) => time !== null && time > now);
    return [...ofDevice, delivery && wakeAt(delivery)].filter((time) => time !== null);
  });
  const isSlow = ({ toBroker, toServer }: Site) => toBroker.length + toServer.length > SLOW_AT_MOST;
  if (times.length === 0 || model.sites.some(isSlow)) return undefined;
  let next: Model = { ...model, now: Math.max(now, Math.min(...times)) };
  for (const index of model.sites.keys()) {
    next = happen(next, index, { kind: 'tick' });
    next = deliver({ world: next, index, step }, { type: 'tick' });
  }
  return next;
}
