import { ageInWords } from '@semaforo/contract/domain/age-in-words';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { isSignalColour, SIGNAL_COLOURS } from '@semaforo/contract/domain/signal-colour';
import { COLOUR_SIGNS, counted, timeInWords } from './alert-words.ts';

/** What is known of a signal. `updatedAt` (epoch ms) is when it last reported a lamp; `error` is the reason in Italian, null for none. */
export type SignalView = {
  label: string;
  status: DeviceStatus | null;
  updatedAt: number | null;
  error: string | null;
  /** True when the status is only the last known one. */
  stale: boolean;
  /** The status commanded and not yet confirmed. */
  pending: DeviceStatus | null;
};

/** Of more signals than this only the numbers are told, and the first names of what needs a look. */
const NAMED_AT_MOST = 30;
const NAMED_OF_MANY = 10;

type Group = {
  title: string;
  signals: readonly SignalView[];
  needsLook: boolean;
  line: (signal: SignalView) => string;
};

/** The answer to `/stato`: signals by confirmed colour with the age of what they said, then those of which it is not known, each with why. */
export function describeSignals(options: {
  signals: readonly SignalView[];
  brokerConnected: boolean;
  now: number;
}): string {
  const { signals, now } = options;
  if (signals.length === 0) return 'Non ci sono semafori.';
  const heading = `${counted(signals.length, ['semaforo', 'semafori'])} alle ${timeInWords(now)}`;
  const outage = options.brokerConnected
    ? []
    : ['⚠️ Broker non raggiungibile: gli stati sono gli ultimi noti, non quelli di adesso.'];
  const many = signals.length > NAMED_AT_MOST;
  const groups = groupsOf(signals, now).filter((group) => group.signals.length > 0);
  return [heading, ...outage, ...groups.map((group) => written(group, many))].join('\n\n');
}

function groupsOf(signals: readonly SignalView[], now: number): Group[] {
  const age = ({ updatedAt }: SignalView) =>
    updatedAt === null ? 'mai sentito' : ageInWords(now - updatedAt);
  const asked = ({ pending }: SignalView) => (pending === null ? '' : `, in attesa: ${pending}`);
  const confirmedLine = (signal: SignalView) => `${signal.label}, ${age(signal)}${asked(signal)}`;
  const inState = (state: ReturnType<typeof stateOf>) =>
    signals.filter((signal) => stateOf(signal) === state);

  return [
    ...[...SIGNAL_COLOURS].reverse().map((colour) => ({
      title: `${COLOUR_SIGNS[colour]} ${colour.toUpperCase()}`,
      signals: inState(colour),
      needsLook: false,
      line: confirmedLine,
    })),
    { title: '⚫ SPENTO', signals: inState('spento'), needsLook: false, line: confirmedLine },
    {
      title: '🕓 NON AGGIORNATO',
      signals: inState('stale'),
      needsLook: true,
      line: (signal) => `${signal.label}, ultimo noto ${signal.status} ${age(signal)}${asked(signal)}`,
    },
    {
      title: '❔ NESSUN DATO',
      signals: inState('no-data'),
      needsLook: true,
      line: (signal) => `${signal.label}${asked(signal)}`,
    },
    {
      title: '⚠️ IN ERRORE',
      signals: inState('error'),
      needsLook: true,
      line: (signal) => `${signal.label}: ${signal.error} (ultimo rapporto: ${age(signal)})`,
    },
  ];
}

/** Only what the signal said since the broker was joined counts as its colour; an error hides it. */
function stateOf({ status, error, stale }: SignalView) {
  if (error !== null) return 'error';
  if (status === null) return 'no-data';
  if (stale) return 'stale';
  return isSignalColour(status) ? status : 'spento';
}

function written({ title, signals, needsLook, line }: Group, many: boolean): string {
  const head = `${title}: ${counted(signals.length, ['semaforo', 'semafori'])}`;
  if (many && !needsLook) return head;
  const named = many ? signals.slice(0, NAMED_OF_MANY) : signals;
  const others = signals.length - named.length;
  const rest = others === 0 ? [] : [`… e ${others === 1 ? 'un altro' : `altri ${others}`}`];
  return [head, ...named.map((signal) => `• ${line(signal)}`), ...rest].join('\n');
}
