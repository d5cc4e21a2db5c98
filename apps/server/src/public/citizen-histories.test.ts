import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMessage } from '../notifications/messages.ts';
import {
  type ChannelState,
  decidePost,
  type EndedOn,
  parseChannelState,
  writeChannelState,
} from './channel-level.ts';
import { levelFacts } from './check-channel.ts';
import { type PublicState, readPublicState } from './public-state.ts';
import { type ChannelSignal, type ShownBySignals, shownAfter } from './shown-by-signals.ts';

const SIGNALS = [0, 1, 2, 3, 4];
const MAX_EVENTS = 25;

type Event =
  | { kind: 'click'; color: SignalColor; on: number[]; slow: boolean }
  | { kind: 'begin'; color: SignalColor; on: number[] }
  | { kind: 'end'; index: number }
  | { kind: 'drift'; signal: number; color: SignalColor }
  | {
      kind: 'offline' | 'online' | 'silent' | 'quiet' | 'reboot' | 'mute' | 'report' | 'fails';
      signal: number;
    }
  /** An exercise lights a signal, or people work on it; or that is over. */
  | { kind: 'apart'; signal: number }
  | { kind: 'restart' | 'arrive' | 'check' };

/** A signal as it is, as the console knows it, and what a person knows who read all of its reports. */
type Model = {
  lamp: SignalColor;
  isConnected: boolean;
  isMute: boolean;
  status: SignalColor;
  hasReported: boolean;
  isQuiet: boolean;
  error: boolean;
  pending: SignalColor | null;
  desired: { value: SignalColor; since: number; source: 'alert' | 'command' } | null;
  /** The last report that was as desired, and when. */
  agreed: { color: SignalColor; at: number };
};

const color = fc.constantFrom(...SIGNAL_COLORS);
const signal = fc.constantFrom(...SIGNALS);
const some = fc.subarray(SIGNALS, { minLength: 1 });
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('click' as const), color, on: some, slow: fc.boolean() }),
  fc.record({ kind: fc.constant('begin' as const), color, on: some }),
  fc.record({ kind: fc.constant('end' as const), index: fc.nat(2) }),
  fc.record({ kind: fc.constant('drift' as const), signal, color }),
  fc.record({
    kind: fc.constantFrom('offline', 'online', 'silent', 'quiet', 'reboot', 'mute', 'report', 'fails'),
    signal,
  }),
  fc.record({ kind: fc.constantFrom('restart', 'arrive', 'check', 'check') }),
);

const eventOrApart: fc.Arbitrary<Event> = fc.oneof(
  { weight: 9, arbitrary: event },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('apart' as const), signal }) },
);

/** Five signals, their alerts and a channel, which lives in its stored texts only; and a page. */
class Place {
  readonly models = SIGNALS.map(
    (): Model => ({
      lamp: 'verde',
      isConnected: true,
      isMute: false,
      status: 'verde',
      hasReported: true,
      isQuiet: false,
      error: false,
      pending: null,
      desired: null,
      agreed: { color: 'verde', at: 0 },
    }),
  );
  readonly ended: EndedOn[] = [];
  readonly posts: { before: ChannelState | undefined; state: ChannelState; text: string }[] = [];
  alerts: { color: SignalColor; on: number[] }[] = [];
  shown: ShownBySignals = new Map();
  shownOnPage: ShownBySignals = new Map();
  readonly apart = new Set<number>();
  stored: string | undefined;
  now = 0;

  live(happened: Event): void {
    this.now += 1;
    if (happened.kind === 'click') {
      this.command(happened.on, happened.color, { byAlert: false, slow: happened.slow });
    } else if (happened.kind === 'begin') this.begin(happened);
    else if (happened.kind === 'end') this.end(happened.index);
    else if (happened.kind === 'arrive') this.arrive();
    else if (happened.kind === 'check') this.check();
    else if (happened.kind === 'apart') {
      if (!this.apart.delete(happened.signal)) this.apart.add(happened.signal);
    } else if (happened.kind === 'restart') {
      for (const model of this.models)
        Object.assign(model, { hasReported: false, isQuiet: false, pending: null });
    } else if ('signal' in happened) this.signalDoes(this.model(happened.signal), happened);
  }

  private begin(alert: { color: SignalColor; on: number[] }): void {
    this.alerts.push(alert);
    const followed = alert.on.filter((id) => this.inForceOn(id) === alert.color);
    this.command(followed, alert.color, { byAlert: true, slow: false });
  }

  private model(id: number): Model {
    const found = this.models[id];
    if (!found) throw new Error(`no signal ${id}`);
    return found;
  }

  private signalDoes(model: Model, happened: Extract<Event, { signal: number }>): void {
    if (happened.kind === 'drift') model.lamp = happened.color;
    if (happened.kind === 'reboot') model.lamp = 'verde';
    if (happened.kind === 'mute') model.isMute = !model.isMute;
    if (happened.kind === 'online') model.isConnected = true;
    if (happened.kind === 'offline') model.isConnected = false;
    if (['offline', 'silent', 'fails'].includes(happened.kind)) model.error = true;
    if (happened.kind === 'quiet') model.isQuiet = true;
    if (['drift', 'reboot', 'online', 'report'].includes(happened.kind)) this.report(model);
  }

  private report(model: Model): void {
    if (!model.isConnected) return;
    Object.assign(model, { status: model.lamp, hasReported: true, isQuiet: false, error: false });
    const isDesired = model.desired === null || model.desired.value === model.lamp;
    if (isDesired) model.agreed = { color: model.lamp, at: this.now };
  }

  private command(
    ids: readonly number[],
    value: SignalColor,
    how: { byAlert: boolean; slow: boolean },
  ): void {
    for (const id of ids) {
      const source = how.byAlert ? 'alert' : 'command';
      Object.assign(this.model(id), { desired: { value, since: this.now, source }, pending: value });
    }
    if (!how.slow) this.arrive();
  }

  /** What is under way is obeyed and reported, or fails. */
  private arrive(): void {
    for (const model of this.models) {
      if (model.pending === null) continue;
      const obeys = model.isConnected && !model.isMute;
      if (obeys) model.lamp = model.pending;
      model.pending = null;
      if (obeys) this.report(model);
      else model.error = true;
    }
  }

  /** A person ends an alert: signals that followed it go back to what then applies. */
  private end(index: number): void {
    const alert = this.alerts[index];
    if (!alert) return;
    this.alerts = this.alerts.filter((one) => one !== alert);
    for (const id of alert.on) {
      this.ended.push({ deviceId: id, color: alert.color, at: this.now });
      const { desired } = this.model(id);
      if (desired?.source === 'alert' && desired.value === alert.color) {
        this.command([id], this.inForceOn(id) ?? 'verde', { byAlert: true, slow: false });
      }
    }
  }

  inForceOn(id: number): SignalColor | null {
    return gravest(this.alerts.filter(({ on }) => on.includes(id)).map((alert) => alert.color));
  }

  private signals(): ChannelSignal[] {
    return this.models.map(
      ({ status, error, hasReported, isQuiet, pending, desired }, id): ChannelSignal => ({
        ...{ id, name: `s${id}`, status, error, stale: !hasReported, silent: isQuiet, pending, desired },
        outOfSync: desired !== null && pending === null && status !== desired.value,
        inExercise: false,
        inMaintenance: false,
      }),
    );
  }

  /** What citizens read of it at this moment. */
  page(): PublicState {
    const position = { latitude: null, longitude: null };
    const signals = this.signals().map((one) => ({
      ...{ ...one, label: one.name ?? '', position, water: null },
      // By turns, for it is the same to citizens.
      inExercise: this.apart.has(one.id) && one.id % 2 === 0,
      inMaintenance: this.apart.has(one.id) && one.id % 2 === 1,
    }));
    this.shownOnPage = shownAfter(this.shownOnPage, signals, this.now);
    const inForce = gravest(this.alerts.map((alert) => alert.color));
    return readPublicState({ signals, shown: this.shownOnPage, inForce, ended: this.ended });
  }

  /** What a person who sees everything holds against that page. */
  listWrong({ color, places }: PublicState): string[] {
    const open = SIGNALS.filter((id) => !this.apart.has(id));
    const isConfirmed = ({ status, hasReported, isQuiet, error, desired, pending }: Model) =>
      hasReported && !isQuiet && !error && (!desired || isAsDesired(status, desired.value, pending !== null));
    const expected = open.map((id) => (isConfirmed(this.model(id)) ? this.model(id).status : null));
    const wrong = open.flatMap((id, index) => {
      const place = places.find((one) => one.id === id);
      return place && place.color === expected[index]
        ? []
        : [`s${id}: ${place?.color}, not ${expected[index]}`];
    });
    if (places.length !== open.length) wrong.push('what is apart is told');
    if (color === null) return wrong;
    const told = Math.max(0, ...places.map((place) => gravity(place.color ?? 'spento')));
    const inCourse = this.alerts.filter((alert) => gravity(alert.color) > told);
    if (color === 'verde' && expected.some((one) => one !== 'verde'))
      wrong.push('verde is not confirmed by all');
    return [...wrong, ...inCourse.map((alert) => `an alert is ${alert.color}`)];
  }

  private check(): void {
    const signals = this.signals();
    this.shown = shownAfter(this.shown, signals, this.now);
    const before = this.stored === undefined ? undefined : parseChannelState(this.stored);
    const inForce = gravest(this.alerts.map((alert) => alert.color));
    const decided = decidePost(before, { signals, shown: this.shown, inForce, ended: this.ended });
    if (decided.step === 'nothing') return;
    this.stored = writeChannelState(decided.post);
    if (decided.step === 'post') {
      this.posts.push({
        before,
        state: decided.post,
        text: formatMessage('level', levelFacts('X', decided.post, 0)).text,
      });
      this.judge(before);
    }
  }

  private judge(before: ChannelState | undefined): void {
    const last = this.posts.at(-1);
    if (!last || last.state.unanswered) return;
    const wrong = [
      ...(last.text.includes('nessuna allerta') ? this.whatDeniesAnEnd() : []),
      ...(before && gravity(last.state.level) < gravity(before.level)
        ? this.whatReportsMoreThan(gravity(last.state.level))
        : []),
    ];
    if (wrong.length > 0) throw new Error(`${last.text}: ${wrong.join(', ')}`);
  }

  private whatDeniesAnEnd(): string[] {
    const alerts = this.alerts.filter((alert) => alert.color !== 'verde').map(() => 'an alert is in course');
    const signals = this.models.flatMap(({ status, hasReported, isQuiet, error, desired, pending }, id) => {
      const isReportedNow = hasReported && !isQuiet && !error;
      const isWanted = (desired?.value ?? 'verde') === 'verde' && (pending ?? 'verde') === 'verde';
      return status === 'verde' && isReportedNow && isWanted ? [] : [`s${id} does not confirm it`];
    });
    return [...alerts, ...signals];
  }

  private whatReportsMoreThan(posted: number): string[] {
    const signals = this.models.flatMap(({ agreed, status, hasReported, isQuiet, error }, id) => {
      const isEnded = this.ended.some(
        (end) => end.deviceId === id && end.at >= agreed.at && gravity(end.color) >= gravity(agreed.color),
      );
      if (!isEnded && gravity(agreed.color) > posted) return [`s${id} showed ${agreed.color}`];
      return hasReported && !isQuiet && !error && gravity(status) > posted ? [`s${id} shows ${status}`] : [];
    });
    const alerts = this.alerts.filter((alert) => gravity(alert.color) > posted);
    return [...signals, ...alerts.map((alert) => `an alert is ${alert.color}`)];
  }
}

/** While its command is under way, a signal may show more than is desired, and not less. */
function isAsDesired(status: SignalColor, desired: SignalColor, isUnderWay: boolean): boolean {
  return isUnderWay ? gravity(status) >= gravity(desired) : status === desired;
}

function gravity(level: ChannelState['level']): number {
  return Math.max(0, gravityOf(level));
}

function gravest(colors: readonly SignalColor[]): SignalColor | null {
  return [...SIGNAL_COLORS].reverse().find((one) => colors.includes(one)) ?? null;
}

test('a channel never says less than what is known, whatever signals, people and servers do', () => {
  let milder = 0;
  let ends = 0;
  fc.assert(
    fc.property(fc.array(event, { minLength: 5, maxLength: MAX_EVENTS }), (events) => {
      const place = new Place();
      for (const one of events) {
        place.live(one);
        place.live({ kind: 'check' });
      }
      for (const { before, state, text } of place.posts) {
        if (before && gravity(state.level) < gravity(before.level)) milder += 1;
        if (text.includes('nessuna allerta')) ends += 1;
      }
    }),
    { numRuns: 10_000 },
  );
  // The histories do come to the posts that are judged.
  expect(milder).toBeGreaterThan(1000);
  expect(ends).toBeGreaterThan(500);
});

test('the page says what the signals report now, never less than an alert, and nothing of what is apart', () => {
  const seen = { verde: 0, giallo: 0, arancio: 0, rosso: 0, unknown: 0, apart: 0 };
  fc.assert(
    fc.property(fc.array(eventOrApart, { minLength: 5, maxLength: MAX_EVENTS }), (events) => {
      const place = new Place();
      for (const one of events) {
        // The channel has a test of its own.
        if (one.kind !== 'check') place.live(one);
        const page = place.page();
        expect(place.listWrong(page)).toEqual([]);
        seen[page.color ?? 'unknown'] += 1;
        if (place.apart.size > 0) seen.apart += 1;
      }
    }),
    { numRuns: 10_000 },
  );
  // The histories do come to all of it.
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(1000);
});

test('an alert that ended before a person commanded its color again does not end that color', () => {
  const place = new Place();
  const on = [4];
  const click = { kind: 'click', color: 'giallo', on, slow: false } as const;
  const events: Event[] = [
    { kind: 'begin', color: 'giallo', on },
    click,
    { kind: 'end', index: 0 },
    click,
    { kind: 'offline', signal: 4 },
    { kind: 'begin', color: 'verde', on },
    { kind: 'offline', signal: 0 },
    { kind: 'end', index: 0 },
  ];
  for (const one of events) {
    place.live(one);
    place.live({ kind: 'check' });
  }
  expect(place.posts.map(({ state }) => [state.level, state.unanswered])).toEqual([
    ['giallo', false],
    ['giallo', true],
  ]);
});
