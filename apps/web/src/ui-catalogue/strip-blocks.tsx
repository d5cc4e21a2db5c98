import type { Delivery } from '@semaforo/contract/api/commands';
import { hasFailed } from '@semaforo/contract/domain/delivery-state';
import type { WholeCommand } from '../api/last-command.ts';
import type { CommandRequest } from '../commands/command-request.ts';
import { sharesOf } from '../commands/command-shares.ts';
import { NotSentStrip } from '../commands/not-sent-strip.tsx';
import { OvertakenStrip } from '../commands/overtaken-strip.tsx';
import { ProgressStrip } from '../commands/progress-strip.tsx';
import { SendingStrip } from '../commands/sending-strip.tsx';
import { Block } from './block.tsx';
import styles from './catalogue.module.css';

const stay = () => undefined;
const OPENED_AT = Date.now();

/** The deliveries of a command of which so many devices are in each state. */
function deliveries(counts: Partial<Record<Delivery['state'], number>>, reason: string | null = null) {
  const states = Object.entries(counts).flatMap(([state, count]) =>
    Array.from({ length: count }, () => state as Delivery['state']),
  );
  return states.map((state, index): Delivery => {
    const isFailed = hasFailed(state);
    return {
      id: index + 1,
      deviceId: index + 1,
      device: isFailed ? `Lungofiume ${index}` : `Segnale ${index}`,
      value: index < 9 ? 'verde' : 'giallo',
      state,
      reason: isFailed ? (reason ?? REASONS[index % REASONS.length] ?? null) : null,
    };
  });
}

const REASONS = ['Mostra arancio invece di rosso', 'Comando non confermato entro 5 s'];

function command(known: readonly Delivery[], changes: Partial<WholeCommand> = {}): WholeCommand {
  return {
    commandId: 7,
    newestId: 7,
    origin: 'operatore',
    username: 'valdombra',
    value: 'rosso',
    createdAt: new Date(OPENED_AT).toISOString(),
    whom: 'tutti',
    group: null,
    total: known.length,
    deliveries: known,
    leftOut: [],
    confirmedAt: null,
    ...changes,
  };
}

const press: CommandRequest = {
  kind: 'color',
  value: 'rosso',
  reached: 12,
  deviceIds: null,
  pressedAt: OPENED_AT,
  startedAt: performance.now() - 2000,
  after: 0,
  commandId: null,
  failure: null,
};

const DONE = deliveries({ confermato: 12 });
const COMMANDS: Record<string, WholeCommand> = {
  'under way': command(deliveries({ confermato: 9, inviato: 3 })),
  done: command(DONE, { confirmedAt: OPENED_AT + 900 }),
  failures: command(deliveries({ confermato: 9, scaduto: 3 })),
  'one reason, many names': command(
    deliveries({ confermato: 30, scaduto: 9 }, 'Comando non confermato entro 5 s'),
  ),
  'by a schedule': command(DONE, { origin: 'pianificazione', value: 'arancio' }),
  stopped: command(deliveries({ confermato: 30, annullato: 20 })),
  'more than forty': command(deliveries({ confermato: 80, fallito: 3, inviato: 7, superato: 2 })),
  restore: command(deliveries({ confermato: 11 }), {
    origin: 'ripristino',
    value: null,
    leftOut: [{ device: 'Lungofiume', because: 'not-confirmed-before' }],
  }),
};

const FAILURES = [
  { kind: 'tooOld' },
  { kind: 'noAnswer' },
  { kind: 'refused', sentence: 'Il broker non risponde' },
] as const;

/** The strip of a command in each of its states. */
export function StripBlocks() {
  const [earlier, later] = [
    command(deliveries({ confermato: 7, superato: 5 }), { value: 'verde' }),
    command(DONE),
  ];
  return (
    <>
      <Block name="Strip, a press">
        <div className={styles.wide}>
          <SendingStrip press={press} username="valdombra" />
        </div>
        <div className={styles.wide}>
          <SendingStrip
            press={{ ...press, kind: 'restore', value: null, reached: null }}
            username="valdombra"
          />
        </div>
        {FAILURES.map((failure) => (
          <div key={failure.kind} className={styles.wide}>
            <NotSentStrip press={press} failure={failure} disabled={false} onSetAgain={stay} onClose={stay} />
          </div>
        ))}
      </Block>
      {Object.entries(COMMANDS).map(([name, shown]) => (
        <Block key={name} name={`Strip, ${name}`}>
          <div className={styles.wide}>
            <OneStrip shown={shown} cutSince={null} />
          </div>
        </Block>
      ))}
      <Block name="Strip, link cut">
        <div className={styles.wide}>
          <OneStrip shown={command(deliveries({ confermato: 9, inviato: 3 }))} cutSince={OPENED_AT + 2000} />
        </div>
      </Block>
      <Block name="Strip, superseded">
        <div className={styles.wide}>
          <OvertakenStrip
            command={earlier}
            shares={sharesOf(earlier)}
            by={{ ...later, username: 'torrealta' }}
          />
        </div>
      </Block>
    </>
  );
}

function OneStrip({ shown, cutSince }: { shown: WholeCommand; cutSince: number | null }) {
  return (
    <ProgressStrip
      command={shown}
      shares={sharesOf(shown)}
      cutSince={cutSince}
      disabled={false}
      restorable
      onRetry={stay}
      onRestore={stay}
      onStop={stay}
      onClose={stay}
    />
  );
}
