import { conditionOf, confirmedStatusOf } from '@semaforo/contract/domain/condition';
import { counted, formatAge, formatOthers } from '@semaforo/contract/domain/italian';
import { isSignalColor, SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { COLOR_SIGNS, formatTime } from '../../notifications/messages.ts';
import type { SignalView } from '../signal-view.ts';

/**
 * So many names fill about five messages, a quarter of what a group may get in a minute. Further signals are only
 * counted.
 */
const NAMED_AT_MOST = 300;

type Group = {
  title: string;
  signals: readonly SignalView[];
  /** Higher numbers are named first when there are too many signals: alerts, then faults, then the rest. */
  urgency: number;
  line: (signal: SignalView) => string;
};

/**
 * The reply to `/stato`: signals by confirmed color with the age of their report, then those whose color is
 * unknown, and why.
 */
export function describeSignals(options: {
  signals: readonly SignalView[];
  brokerConnected: boolean;
  now: number;
}): string {
  const { signals, now } = options;
  if (signals.length === 0) return 'Non ci sono semafori.';
  const heading = `${counted(signals.length, ['semaforo', 'semafori'])} alle ${formatTime(now)}`;
  const outage = options.brokerConnected
    ? []
    : ['⚠️ Broker non raggiungibile: gli stati sono gli ultimi noti, non quelli di adesso.'];
  const groups = groupsOf(signals, now).filter((group) => group.signals.length > 0);
  const named = namedOf(groups);
  return [heading, ...outage, ...groups.map((group) => written(group, named.get(group) ?? 0))].join('\n\n');
}

function groupsOf(signals: readonly SignalView[], now: number): Group[] {
  const age = ({ updatedAt }: SignalView) =>
    updatedAt === null ? 'mai sentito' : formatAge(now - updatedAt);
  const mismatch = ({ pending, desired, outOfSync, words, testing, inMaintenance }: SignalView) => {
    if (testing) return ', PROVA lampade in corso';
    if (inMaintenance) return ', in MANUTENZIONE';
    if (pending !== null) return `, in attesa: ${pending}`;
    if (!outOfSync || desired === null) return '';
    return `, ≠ mostra ${words} invece di ${desired.value}, chiesto alle ${formatTime(desired.since)}`;
  };
  // While a command changes them, several may be lit.
  const lit = ({ status, words }: SignalView) => (words === status ? '' : `, accesi ${words}`);
  const confirmedLine = (signal: SignalView) =>
    `${signal.label}, ${age(signal)}${lit(signal)}${mismatch(signal)}`;
  const inState = (state: ReturnType<typeof stateOf>) =>
    signals.filter((signal) => stateOf(signal) === state);

  return [
    ...[...SIGNAL_COLORS].reverse().map((color) => ({
      title: `${COLOR_SIGNS[color]} ${color.toUpperCase()}`,
      signals: inState(color),
      urgency: SIGNAL_COLORS.indexOf(color) * 10,
      line: confirmedLine,
    })),
    { title: '⚫ SPENTO', signals: inState('spento'), urgency: 1, line: confirmedLine },
    {
      title: '🕓 NON AGGIORNATO',
      signals: inState('stale'),
      urgency: 3,
      line: (signal) => `${signal.label}, ultimo noto ${signal.words} ${age(signal)}${mismatch(signal)}`,
    },
    {
      title: '🕓 TACE',
      signals: inState('silent'),
      urgency: 3,
      line: (signal) =>
        `${signal.label}, ultimo noto ${signal.words ?? 'nessuno'} ${age(signal)}${mismatch(signal)}`,
    },
    {
      title: '❔ NESSUN DATO',
      signals: inState('never-heard'),
      urgency: 2,
      line: (signal) => `${signal.label}${mismatch(signal)}`,
    },
    {
      title: '⚠️ IN ERRORE',
      signals: inState('error'),
      urgency: 4,
      line: (signal) =>
        `${signal.label}: ${signal.errorReason ?? 'motivo non noto'} (ultimo rapporto: ${age(signal)})${mismatch(signal)}`,
    },
  ];
}

/** The group of a signal: its confirmed color, or why none is confirmed. */
function stateOf(signal: SignalView) {
  const confirmed = confirmedStatusOf(signal);
  if (confirmed !== null) return isSignalColor(confirmed) ? confirmed : 'spento';
  const condition = conditionOf(signal);
  return condition === 'error' || condition === 'stale' || condition === 'silent' ? condition : 'never-heard';
}

/** How many signals of each group are named. */
function namedOf(groups: readonly Group[]): Map<Group, number> {
  let left = NAMED_AT_MOST;
  const named = new Map<Group, number>();
  for (const group of groups.toSorted((a, b) => b.urgency - a.urgency)) {
    const count = Math.min(left, group.signals.length);
    named.set(group, count);
    left -= count;
  }
  return named;
}

function written({ title, signals, line }: Group, named: number): string {
  const head = `${title}: ${counted(signals.length, ['semaforo', 'semafori'])}`;
  if (named === 0) return head;
  const others = signals.length - named;
  const rest = others === 0 ? [] : [`… e ${formatOthers(others)}`];
  return [head, ...signals.slice(0, named).map((signal) => `• ${line(signal)}`), ...rest].join('\n');
}
