import { expect, test } from 'vitest';
import { deviceTable } from '../../../test/device-table.ts';
import { writesFor } from '../channels.ts';
import { applyReport, NEVER_REPORTED, type ReportedState } from '../live-message.ts';
import { createDelivery, type Delivery, type DeliveryPhase } from './delivery.ts';
import { type DeliveryEffect, type DeliveryEvent, stepDelivery } from './step-delivery.ts';

const DEVICE = { type: 'semaforo', key: '/3/comune/s1' } as const;
const CONFIRM_MS = 5000;
const DEADLINE_MS = 10_000;
const LAMP = 'out4';
const OTHER = 'out1';

type Stage = { delivery: Delivery; reported: ReportedState; now: number };
type Happening = { event: DeliveryEvent; atMs?: number };

/** A command for rosso to a signal that shows verde. */
function accepted(): Stage {
  const delivery = createDelivery({
    device: DEVICE,
    value: 'rosso',
    writes: writesFor('semaforo', DEVICE.key, 'rosso'),
    acceptedAt: 0,
    deadlineAt: DEADLINE_MS,
    usualDeadlineAt: DEADLINE_MS,
    waitsForDevice: false,
  });
  return { delivery, reported: report(NEVER_REPORTED, OTHER, '1', 0), now: 0 };
}

function report(state: ReportedState, channel: string, payload: string, now: number): ReportedState {
  const message = { channel, payload, retained: false };
  return applyReport(DEVICE, state, { message, now, session: 1 }) ?? state;
}

function after(stage: Stage, { event, atMs }: Happening): Stage & { effects: readonly DeliveryEffect[] } {
  const now = atMs ?? stage.now;
  const reported =
    event.type === 'reported' ? report(stage.reported, event.channel, event.payload, now) : stage.reported;
  const known = { now, lamps: reported.lamps, confirmMs: CONFIRM_MS };
  const { delivery, effects } = stepDelivery(stage.delivery, event, known);
  return { delivery, reported, now, effects };
}

const wrote = (channel: string, outcome: 'received' | 'nobody' | 'unknown' | 'lost' | 'rejected') =>
  ({ type: 'written', channel, outcome }) as const;
const TURN: Happening[] = [
  { event: { type: 'turn' } },
  { event: { type: 'handed-over', deviceReported: true } },
];
const ACKNOWLEDGED: Happening = { event: { type: 'acknowledged', channel: LAMP } };
const OTHERS_RECEIVED = [OTHER, 'out2', 'out3'].map((channel) => ({ event: wrote(channel, 'received') }));

/** How each phase is reached. */
const PHASES: Record<DeliveryPhase['name'], readonly Happening[]> = {
  queued: [],
  lighting: TURN,
  unreceived: [...TURN, ACKNOWLEDGED, { event: wrote(LAMP, 'nobody') }],
  unanswered: [...TURN, ACKNOWLEDGED, { event: wrote(LAMP, 'unknown') }],
  darkening: [...TURN, ACKNOWLEDGED, { event: wrote(LAMP, 'received') }],
  written: [...TURN, ACKNOWLEDGED, { event: wrote(LAMP, 'received') }, ...OTHERS_RECEIVED],
  stopped: [{ event: { type: 'tick' }, atMs: DEADLINE_MS }],
};

/** What may happen, by the words of the page. */
const HAPPENINGS: Record<string, readonly Happening[]> = {
  'its turn has come': [{ event: { type: 'turn' } }],
  'the new lamp was received': [ACKNOWLEDGED, { event: wrote(LAMP, 'received') }],
  'nobody was there for the new lamp': [ACKNOWLEDGED, { event: wrote(LAMP, 'nobody') }],
  'the broker does not say who got it': [ACKNOWLEDGED, { event: wrote(LAMP, 'unknown') }],
  'the write of the new lamp was lost': [{ event: wrote(LAMP, 'lost') }],
  'the other lamps were received': OTHERS_RECEIVED,
  'nobody was there for another lamp': [{ event: wrote(OTHER, 'nobody') }, ...OTHERS_RECEIVED.slice(1)],
  'the broker refuses a write': [{ event: wrote(LAMP, 'rejected') }],
  'the new lamp and no other is reported': [
    { event: { type: 'reported', channel: OTHER, payload: '0' } },
    { event: { type: 'reported', channel: LAMP, payload: '1' } },
  ],
  'the new lamp is reported, another is still lit': [
    { event: { type: 'reported', channel: LAMP, payload: '1' } },
  ],
  'the device is heard': [{ event: { type: 'heard' } }],
  'the link falls': [{ event: { type: 'link-down' } }],
  'the link falls with a write under way, and is back': [
    { event: { type: 'link-down' } },
    { event: wrote(LAMP, 'lost') },
    { event: wrote(OTHER, 'lost') },
    { event: { type: 'link-up' } },
  ],
  'a second has passed': [{ event: { type: 'tick' }, atMs: 1000 }],
  'the window is over': [{ event: { type: 'tick' }, atMs: CONFIRM_MS }],
  'the deadline is over': [{ event: { type: 'tick' }, atMs: DEADLINE_MS }],
  'a newer command was accepted': [{ event: { type: 'superseded' } }],
  'a person stops the command': [{ event: { type: 'withdrawn', reason: '' } }],
  'the device has become another': [{ event: { type: 'abandoned', reason: '' } }],
  'another server goes on with it': [{ event: { type: 'ownership-lost' } }],
};

/** What follows from what happens in a phase, in a few words. */
function cell(phase: readonly Happening[], happenings: readonly Happening[]): string {
  let stage = accepted();
  for (const one of phase) stage = after(stage, one);
  const before = stage.delivery;
  const effects: DeliveryEffect[] = [];
  for (const one of happenings) {
    const next = after(stage, one);
    effects.push(...next.effects);
    stage = next;
  }
  const { delivery } = stage;
  const transitions = [
    delivery.phase.name !== before.phase.name && `→ ${delivery.phase.name}`,
    delivery.result.state !== before.result.state && `**${delivery.result.state}**`,
    delivery.answered !== before.answered && 'answered',
    delivery.link !== before.link && 'blames the link',
    ...effects.map((effect) =>
      effect.type === 'publish'
        ? `writes ${effect.writes.map(({ channel, payload }) => `${channel}=${payload}`).join(' ')}`
        : 'asks for its turn',
    ),
  ].filter((one) => one !== false);
  return transitions.length === 0 ? '–' : transitions.join(', ');
}

function page(): string {
  const names = Object.keys(PHASES) as DeliveryPhase['name'][];
  const rows = Object.entries(HAPPENINGS).map(([what, happenings]) => [
    what,
    ...names.map((name) => cell(PHASES[name], happenings)),
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `# The machine of a device

What is known of a device, and what follows from what happens to it, is decided about in two functions without a clock
and without I/O. [step-device.ts](../packages/contract/src/domain/device/step-device.ts) is the device: its lamps, what
is desired of it, its errors, its silence, lamp tests and maintenance. The server and the pages apply reports with it.
[step-delivery.ts](../packages/contract/src/domain/device/step-delivery.ts) is its share of a command. Why it is so:
[decision 0073](decisions/0073-delivery-state-machine.md) and
[decision 0075](decisions/0075-device-state-machine.md).

## The device

A device has one **condition** at each moment ([rules](rules.md#condition)). The tables of this page are made by the
tests from the functions themselves (\`machine-page.test.ts\`): here a signal of which rosso is desired, and which may
be silent for 15 minutes. A dash: nothing changes. “Lit again”: what is desired is due to be commanded once more
([rules](rules.md#reassertion)).

${deviceTable()}

What holds of every history, which a million random things in any order try in \`npm test\`:

1. What is desired changes by an accepted command, a person who accepts what is shown, another owner or another server;
   no report, no silence and no passing of time makes it another.
2. A device is commanded again only while it reports something milder, at most three times for one deviation.
3. What is shown as confirmed was said by the device itself in this session of the link.
4. An error, and a time out of sync, begins once and ends once, and not in the future.
5. To let the same time pass twice is to let it pass once.

## Its share of a command

One device's share of a command is a function of the delivery, an event and the time, which gives the next delivery and
what is to be written. The [runner](../apps/server/src/commands/delivery-runner.ts) hands it the events and does what it
says.

A delivery has a **phase**, what is being done about it, and a **result**, what is known of it: it may be confirmed
before its last lamp is written, and is retried after its window is over until its deadline.

\`\`\`mermaid
${diagram(names)}
\`\`\`

What follows from what: a command for rosso, to a signal that shows verde, of which the deadline is
${DEADLINE_MS / 1000} s and the window ${CONFIRM_MS / 1000} s. \`stopped\` is the phase of one that was never sent.

${line(['what happens', ...names])}
${line(['---', ...names.map(() => '---')])}
${rows.map(line).join('\n')}

What holds of every history: random histories try it in \`npm test\`, and \`npm run faults -- small-world\` visits
every history of a small world: signals, commands, and a budget of faults (a link that is cut before or after the broker
took a write, devices that go, reboot dark or to verde, reports that come twice, a server that restarts).

1. Confirmed: the device reported it after the broker had acknowledged the command, and nothing else was lit.
2. No lamp is put out before somebody received the new one, or the device answered.
3. Nothing is written after its deadline, nor of a command that a newer one has superseded.
4. Every delivery ends, once; only a late confirmation changes how.
5. The same report twice has the effect of one.
`;
}

/** The phases and what leads from one to another, as the table has it. */
function diagram(names: readonly DeliveryPhase['name'][]): string {
  const ways = new Map<string, string>();
  for (const name of names) {
    for (const [what, happenings] of Object.entries(HAPPENINGS)) {
      const to = /^→ (\w+)/.exec(cell(PHASES[name], happenings))?.[1];
      const way = `${name} --> ${to}`;
      if (to !== undefined && to !== 'stopped' && !ways.has(way)) ways.set(way, what);
    }
  }
  const lines = [...ways].map(([way, what]) => `    ${way}: ${what}`);
  return ['stateDiagram-v2', '    [*] --> queued', ...lines, '    written --> [*]'].join('\n');
}

test('docs/device-machine.md says what the machine does', async () => {
  await expect(page()).toMatchFileSnapshot('../../../../../docs/device-machine.md');
});
