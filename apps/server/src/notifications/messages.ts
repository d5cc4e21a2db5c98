import { ALERT_LABELS } from '@semaforo/contract/domain/alert-labels';
import type { ApprovalKind } from '@semaforo/contract/domain/approval-rules';
import { counted, formatOthers, shortDuration } from '@semaforo/contract/domain/italian';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { Facts, Kind, NamedDevices } from './notification.ts';

/** What a person reads: the first line says it all. `path`: the screen that a click opens. */
export type Message = { text: string; path: string; isUrgent?: boolean; link?: Link };

/** By what a person answers without a log-in, with a request POST or on the page that it opens. */
type Link = { label: string; url: string };

export const COLOR_SIGNS: Record<SignalColor, string> = {
  verde: '🟢',
  giallo: '🟡',
  arancio: '🟠',
  rosso: '🔴',
};
const DEVICES = ['dispositivo', 'dispositivi'] as const;
const MINUTE_MS = 60_000;

/** An instant (epoch ms) as Rome's '14:32 del 21/11/2026': messages are read later than they are written. */
export function formatTime(instant: number): string {
  const { date, time } = romeWallTime(instant);
  return `${time.slice(0, 5)} del ${formatDay(date)}`;
}

/** 'a, b, c e altri 997': the first names of a list and how many more there are. */
export function formatNames(names: readonly string[], most = 5): string {
  // One more is shorter to name than to count.
  const shown = names.length <= most + 1 ? names : names.slice(0, most);
  const others = names.length - shown.length;
  return others === 0 ? shown.join(', ') : `${shown.join(', ')} e ${formatOthers(others)}`;
}

/** The message of a stored notification; one whose link cannot be opened any more comes without it. */
export function readMessage(
  { kind, facts }: { kind: string; facts: string },
  open: (sealed: string) => string | undefined,
): Message {
  const parsed: unknown = JSON.parse(facts);
  if (kind === 'alarm') return openLink(parsed as Facts['alarm'], open);
  return formatMessage(kind as Kind, parsed as Facts[Kind]);
}

function openLink(
  { link, ...message }: Facts['alarm'],
  open: (sealed: string) => string | undefined,
): Message {
  const url = link && open(link.sealedUrl);
  return { ...message, ...(link && url !== undefined && { link: { label: link.label, url } }) };
}

/** The text with its link below, for channels that have no buttons. */
export function textWithLink({ text, link }: Message): string {
  return link ? `${text}\n${link.label}: ${link.url}` : text;
}

/** The message of a notification, in Italian. */
export function formatMessage<K extends Kind>(kind: K, facts: Facts[K]): Message {
  const formatted = FORMATS[kind](facts);
  return typeof formatted === 'string' ? { text: formatted, path: '/dashboard' } : formatted;
}

const FORMATS: { readonly [K in Kind]: (facts: Facts[K]) => Message | string } = {
  reply: ({ text }) => text,
  alarm: ({ text, path }) => ({ text, path }),
  text: (ready) => ready,
  event: (facts) => ({ text: JSON.stringify(facts), path: '' }),
  'device-errors': formatErrors,
  command: formatCommand,
  'missed-schedule': ({ color, deviceType, executeAt, username, outcomeReason }) => {
    const targets = deviceType === 'semaforo' ? 'i semafori' : 'le lanterne';
    const because = outcomeReason === null ? '' : ` Motivo: ${outcomeReason}.`;
    return (
      `⏰ Pianificazione mancata: ${color} per ${targets} alle ${formatTime(executeAt)}, di ${username}.${because} ` +
      'Se serve ancora, il comando va dato a mano.'
    );
  },
  'broker-away': ({ since, reason }) => {
    const because = reason === null ? '' : ` (${reason})`;
    return (
      `🔌 Broker non raggiungibile dalle ${formatTime(since)}${because}. ` +
      'Gli stati non sono aggiornati e non si possono dare comandi; i dispositivi restano come sono.'
    );
  },
  'broker-back': ({ since, backAt }) => {
    const minutes = Math.max(1, Math.round((backAt - since) / MINUTE_MS));
    return (
      `✅ Broker di nuovo raggiungibile dalle ${formatTime(backAt)}, dopo ${shortDuration(minutes * MINUTE_MS)}. ` +
      'Ogni stato resta non aggiornato finché il dispositivo non riferisce.'
    );
  },
  'backup-failed': ({ reason }) =>
    `⚠️ Copia di sicurezza non riuscita: ${reason}. Si riprova da sé; in Gestione si vede com’è andata`,
  'audit-seal': ({ hash, row, at }) =>
    `Sigillo del registro alle ${formatTime(at)}\n${hash}\nÈ quello della riga ${row}. Va conservato fuori dalla ` +
    'macchina: npm run audit:verify -- --seal SIGILLO dice se il registro lo contiene ancora, con tutto ciò che c’era prima.',
  alert: formatAlert,
  'alert-to-decide': (alert) => {
    const requested = alert.needsTwo
      ? 'Serve la conferma di una seconda persona nella pagina Allerte.'
      : 'Va confermata o rifiutata nella pagina Allerte.';
    const title = `${alert.drill ? 'PROVA, ESERCITAZIONE. ' : ''}Proposta: ${ALERT_LABELS[alert.color]}`;
    return {
      text: `${title}\nDal ${spanOf(alert)}. ${requested}\nMotivo: ${alert.reason}`,
      path: '/allerte',
    };
  },
  'old-bulletin': ({ name, issuedAt }) =>
    `🕓 Bollettino non aggiornato: «${name}» è delle ${formatTime(issuedAt)}, più di 30 ore fa. ` +
    'Nessuna lampada cambia e nulla viene proposto: il livello va letto alla fonte.',
  forecast: ({ name, day, color }) =>
    `${COLOR_SIGNS[color]} Il bollettino prevede ${ALERT_LABELS[color]} per il ${formatDay(day)}, zona ${name}. ` +
    'Nessuna allerta è stata proposta.',
  approval: ({ kind, username, total, expiresAt }) =>
    `Rosso: serve una seconda persona\n${username} ${REQUESTED[kind]} per ${counted(total, DEVICES)}. ` +
    `Si conferma o si rifiuta nella console, entro le ${formatTime(expiresAt)}.`,
  level: (facts) => ({ text: formatLevel(facts), path: facts.path ?? '/dashboard' }),
};

const REQUESTED: Readonly<Record<ApprovalKind, string>> = {
  comando: 'chiede il rosso',
  pianificazione: 'pianifica il rosso',
  piano: 'chiede un piano con il rosso',
};

/** The names of devices, the first of them when they are many. */
export function namesOf(devices: readonly { label: string }[]): string {
  return formatNames(
    devices.map(({ label }) => label),
    3,
  );
}

/** The names of devices in error, with their reasons. Few: each with its own. Many: how many have each reason. */
export function namesWithReasons(devices: readonly { label: string; reason: string | null }[]): string {
  const reasonOf = ({ reason }: { reason: string | null }) => reason ?? 'motivo non noto';
  const counts = new Map<string, number>();
  for (const reason of devices.map(reasonOf)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [onlyReason] = counts.keys();
  if (counts.size <= 1) return `${namesOf(devices)} (${onlyReason})`;
  if (devices.length <= 4) return devices.map((one) => `${one.label} (${reasonOf(one)})`).join(', ');
  const commonest = [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${reason}: ${count}`);
  return `${namesOf(devices)} (${formatNames(commonest, 3)})`;
}

/** At least one list has a device. */
function formatErrors({ failed, recovered, unstable }: Facts['device-errors']): string {
  const line = ({ count, names }: NamedDevices, words: (names: string) => string) =>
    count > 0 ? [words(names)] : [];
  return [
    ...line(failed, (names) => `⚠️ ${counted(failed.count, DEVICES)} in errore: ${names}`),
    ...line(recovered, (names) => `✅ ${counted(recovered.count, DEVICES)} non più in errore: ${names}`),
    ...line(
      unstable,
      (names) =>
        `🔁 ${counted(unstable.count, ['dispositivo instabile', 'dispositivi instabili'])}: ${names}. ` +
        'Entra ed esce dall’errore di continuo: se ne riparlerà quando sarà stabile da 10 minuti',
    ),
  ].join('\n');
}

function formatCommand({ origin, value, createdAt, total, failed }: Facts['command']): string {
  const share = `${counted(failed.count, DEVICES)} su ${total}`;
  const verb = failed.count === 1 ? 'non ha confermato' : 'non hanno confermato';
  return `❗ ${describeCommand({ origin, value })} delle ${formatTime(createdAt)}: ${share} ${verb}: ${failed.names}`;
}

function describeCommand({ origin, value }: Pick<Facts['command'], 'origin' | 'value'>): string {
  if (origin === 'prova') return value === null ? 'PROVA lampade, ritorno' : `PROVA lampade, ${value}`;
  if (value === null) return 'Ripristino';
  if (origin === 'riaffermazione') return `Riaccensione ${value}`;
  return `${origin === 'pianificazione' ? 'Pianificazione' : 'Comando'} ${value}`;
}

/** An exercise begins with that word, and is never phrased as a real alert. */
function formatAlert(alert: Facts['alert']): string {
  const { color, reason, drill, author, isDecided } = alert;
  const name = ALERT_LABELS[color];
  const what = whatOfAlert(alert);
  // One that waits for a second person has an author, and is not confirmed.
  const by = author === null || !isDecided ? '' : ` Confermata da ${author}.`;
  if (drill) {
    return `🧪 PROVA, ESERCITAZIONE. Simulazione di ${name} ${what}.${by} Non è un’allerta vera. Motivo: ${reason}`;
  }
  return `${COLOR_SIGNS[color]} ${name.charAt(0).toUpperCase()}${name.slice(1)} ${what}.${by} Motivo: ${reason}`;
}

function whatOfAlert(alert: Facts['alert']): string {
  const { state, awaits, author } = alert;
  if (awaits === 'inizio') return 'non è iniziata in tempo: va confermata di nuovo nella console';
  if (awaits === 'fine')
    return 'ha finito il suo tempo ed è ancora accesa: la fine va confermata nella console';
  if (awaits === 'seconda persona') {
    return `chiesta da ${author} dal ${spanOf(alert)}. Serve una seconda persona, che la confermi nella console`;
  }
  if (state === 'proposta') return `proposta dal ${spanOf(alert)}. Va confermata nella console`;
  if (state === 'confermata') return `inizierà da sola, dal ${spanOf(alert)}. La fine andrà confermata`;
  return state === 'in corso' ? `iniziata, fino alle ${formatTime(alert.to)}` : state;
}

function spanOf({ from, to }: { from: number; to: number }): string {
  return `${formatTime(from)} alle ${formatTime(to)}`;
}

function formatDay(isoDay: string): string {
  return isoDay.split('-').reverse().join('/');
}

/**
 * What citizens read: the level in the words of the Italian alert system, since when, and where when it is not the same
 * everywhere.
 */
function formatLevel(facts: Facts['level']): string {
  const { comune, level, everywhere, unanswered, signals, areSilent, total, since } = facts;
  const time = `dalle ${formatTime(since)}`;
  const author = `Comune di ${comune}`;
  const count = counted(signals.count, ['semaforo', 'semafori']);
  const places = signals.names === '' ? '' : `: ${signals.names}`;
  const isOne = signals.count === 1;
  if (level === 'spento') {
    return `⚫ ${author}: ${time} i semafori sono spenti e non indicano più un livello di allerta`;
  }
  if (unanswered) {
    const silent = isOne ? 'non risponde' : 'non rispondono';
    const verb = areSilent ? silent : `${isOne ? 'non conferma' : 'non confermano'} più il livello`;
    return `⚠️ ${author}: ${time} ${count} di ${total} ${verb}${places}. L’ultima indicazione resta ${ALERT_LABELS[level]}`;
  }
  if (level === 'verde' && !everywhere) {
    const verb = isOne ? 'non lo conferma' : 'non lo confermano';
    return `⚪ ${author}: ${time} i semafori non indicano più un’allerta, ma ${count} di ${total} ${verb}${places}`;
  }
  const words = `${COLOR_SIGNS[level]} ${author}: ${ALERT_LABELS[level]}`;
  return everywhere ? `${words} ${time}` : `${words} ${time} su ${count} di ${total}${places}`;
}
