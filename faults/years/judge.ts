import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { LONGEST_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import type { LampColor } from '@semaforo/contract/domain/lamps';
import { SILENCE_MS } from '@semaforo/contract/live/events';
import type { Finding, Invariant, Violation } from './invariants.ts';
import type { Journal } from './journal.ts';
import type { Sent } from './receivers.ts';
import {
  type CitizensPage,
  findAway,
  findDifference,
  findMisread,
  findUncalm,
  findUnsaid,
  gravestOf,
  type Said,
} from './shown-records.ts';
import type { TakenCommand } from './simulated-broker.ts';
import { world } from './simulated-host.ts';
import { findInRecords, type StoredRecords } from './stored-records.ts';
import { DAY_MS } from './times.ts';

/** What may be disturbed for a while: then some of what is expected cannot be. */
export type Disturbed = 'disk' | 'clock' | 'stored times' | 'citizens' | 'pages';

/** What is under way on the network may be as old as this. */
const FRESH_WITHIN_MS = 7000;
/** What was said so little before the link was made may arrive after it. */
const ON_THE_WAY_MS = 100;
const KEPT_WORDS = 30;
/** Ten times what happens from one calm to the next. */
const STEPS_AT_MOST = 200_000;
const CITIZENS_KNOW_AFTER_MS = 60_000;
const WAITING_AT_MOST = 2000;
/** Longer than the judge looks back at what is stored. */
const REMEMBERED_MS = 40 * DAY_MS;
/** What citizens read of signals that do not confirm a level any more: it stays. */
const WITHOUT_LEVEL = /^⚠️/u;
const LEVELS = [/rossa/i, /arancione/i, /gialla/i];

type Lasting = { gravity: number; since: number };

const lasting = (former: Lasting, gravity: number): Lasting =>
  gravity === former.gravity ? former : { gravity, since: world.now() };

const isFresh = ({ lamps }: DeviceStatusRecord) => lamps.every(({ fresh }) => fresh);

export type Judge = ReturnType<typeof createJudge>;

/** Remembers what really happened, and compares it with what the server shows, answers and stores. */
export function createJudge({ journal, keys }: { journal: Journal; keys: ReadonlySet<string> }) {
  const said = new Map<string, Said[]>();
  const disturbedUntil = new Map<Disturbed, number>();
  const commands = new Map<string, { id: number; pressedAt: number }>();
  const schedules = new Map<number, { at: number; madeAt: number }>();
  const acceptedAt = new Map<string, number>();
  /** The gravest color that is known, and that is known for sure; since when. */
  let known = { gravity: 0, since: 0 };
  let confirmed = known;
  /** What citizens read last. */
  let read = 0;
  let found: Violation | undefined;
  let changes = 0;
  let stepsAtCalm = 0;
  let linkedAt = 0;

  const violated = (invariant: Invariant, what: string) => {
    found ??= { invariant, what };
    world.end();
    journal.note(`VIOLATION ${invariant}: ${what}`);
  };
  const report = (findings: readonly Finding[]) => {
    for (const [invariant, what] of findings) violated(invariant, what);
  };
  const isDisturbed = (what: Disturbed) => (disturbedUntil.get(what) ?? 0) > world.elapsed();
  const wordsOf = (key: string, lamp: LampColor) => said.get(`${key} ${lamp}`) ?? [];

  return {
    violated,
    /** How much was said and commanded so far. */
    changes: () => changes,
    found: () => found,
    /** The device said that; true when it had said otherwise before. */
    said: (key: string, lamp: LampColor, on: boolean) => {
      changes += 1;
      const words = wordsOf(key, lamp);
      const isNews = words.at(-1)?.on !== on;
      said.set(`${key} ${lamp}`, [...words.slice(1 - KEPT_WORDS), { on, at: world.now() }]);
      return isNews;
    },
    /** For so long not all can be expected. */
    isDisturbed: (what: Disturbed, forMs: number) => {
      disturbedUntil.set(what, Math.max(disturbedUntil.get(what) ?? 0, world.elapsed() + forMs));
    },
    /** A press with that key was answered. */
    commanded: ({ key, id, pressedAt }: { key: string; id: number; pressedAt: number }) => {
      const former = commands.get(key);
      if (former && former.id !== id) violated('acted-twice', `${key} became ${former.id} and ${id}`);
      commands.set(key, { id, pressedAt });
    },
    /** A schedule was answered; `at` epoch ms. */
    scheduled: (id: number, at: number) => void schedules.set(id, { at, madeAt: world.now() }),
    /** What is stored is what was stored then. */
    restored: (madeAt: number) => {
      for (const [key, { pressedAt }] of commands) if (pressedAt >= madeAt) commands.delete(key);
      for (const [id, { madeAt: at }] of schedules) if (at >= madeAt) schedules.delete(id);
      for (const [key, at] of acceptedAt) if (at >= madeAt) acceptedAt.delete(key);
    },
    /** A person accepted what the device shows. */
    accepted: (key: string) => void acceptedAt.set(key, world.now()),
    /** The server was let in by the broker. */
    linked: () => {
      linkedAt = world.now() - ON_THE_WAY_MS;
    },
    /** The broker took a command. */
    took: ({ topic, payload, expiresAt, isRetained }: TakenCommand) => {
      changes += 1;
      if (isRetained) violated('odd-message', `${topic} ${payload} is retained`);
      if (!keys.has(topic.split('/').slice(0, 4).join('/'))) violated('odd-message', `${topic} is no device`);
      if (isDisturbed('clock')) return;
      const leftMs = (expiresAt ?? Number.POSITIVE_INFINITY) - world.now();
      if (leftMs > LONGEST_DEADLINE_MS || leftMs < -FRESH_WITHIN_MS)
        violated('late-message', `${topic} ${payload} has ${leftMs} ms left`);
    },
    /** What holds at every moment, of what a page shows. */
    look: (records: readonly DeviceStatusRecord[]) => {
      if (world.steps - stepsAtCalm > STEPS_AT_MOST) violated('unbounded', 'the server never comes to rest');
      const since = world.now() - FRESH_WITHIN_MS - (isDisturbed('pages') ? SILENCE_MS : 0);
      for (const record of records) report(findUnsaid(record, wordsOf, { since, linkedAt }));
      known = lasting(known, gravestOf(records));
      confirmed = lasting(confirmed, gravestOf(records.filter(isFresh)));
    },
    /** Citizens read that. */
    citizensRead: ({ text }: Sent) => {
      if (isDisturbed('citizens') || WITHOUT_LEVEL.test(text)) return;
      const place = LEVELS.findIndex((level) => level.test(text));
      const level = place < 0 ? 0 : LEVELS.length - place;
      // Where all is not known for sure, something graver than before is better than nothing.
      const { gravity, since } = level > read ? confirmed : known;
      read = level;
      if (level < gravity && world.now() - since > CITIZENS_KNOW_AFTER_MS)
        violated('citizen-milder', `'${text}', ${gravity} is shown since ${new Date(since).toISOString()}`);
    },
    /** What holds once every device is on the broker for a while. */
    joined: (records: readonly DeviceStatusRecord[]) => {
      for (const record of records) report(findAway(record));
    },
    /** What holds once all is calm. `obedient`: the devices that have obeyed for a while. */
    calm: (
      answered: readonly DeviceStatusRecord[],
      {
        pages,
        obedient,
        citizens,
      }: {
        pages: readonly ReadonlyMap<string, DeviceStatusRecord>[];
        obedient: ReadonlySet<string>;
        /** Undefined when the page did not answer. */
        citizens: CitizensPage | undefined;
      },
    ) => {
      stepsAtCalm = world.steps;
      if (citizens) report(findMisread(citizens, answered));
      for (const record of answered) {
        report(findDifference(record, pages));
        if (obedient.has(record.topic)) report(findUncalm(record, wordsOf));
      }
    },
    /** What is stored, beside what happened. */
    stored: (records: StoredRecords, answered: readonly DeviceStatusRecord[]) => {
      const clockWasOff = isDisturbed('stored times');
      const now = world.now();
      report(
        findInRecords(records, { answered, commands, schedules, acceptedAt, now, wordsOf, clockWasOff }),
      );
      for (const [key, { pressedAt }] of commands) if (now - pressedAt > REMEMBERED_MS) commands.delete(key);
      for (const [id, { at }] of schedules) if (now - at > REMEMBERED_MS) schedules.delete(id);
    },
    /** The server logged that something failed. */
    failed: (message: string) => {
      // What a server was at when it stood still took it too long.
      if (!isDisturbed('disk') && !isDisturbed('pages')) violated('log-error', message);
    },
    /** How much waits, by what it is. */
    waits: (waiting: Readonly<Record<string, number>>) => {
      for (const [what, many] of Object.entries(waiting)) {
        if (many > WAITING_AT_MOST) violated('unbounded', `${many} ${what}`);
      }
    },
  };
}
