import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import { counted, shortDuration } from '@semaforo/contract/domain/italian';
import { formatNames, formatTime } from '../alert-words.ts';

const DEVICES = ['dispositivo', 'dispositivi'] as const;
const MIN_MS = 60_000;

/** A device that a notice names; `reason` says in Italian why it is in error. */
export type NamedDevice = { label: string; reason: string };

/** The notice of devices that failed, recovered or became unstable. At least one list has a device. */
export function errorText(lists: {
  failed: readonly NamedDevice[];
  recovered: readonly NamedDevice[];
  unstable: readonly NamedDevice[];
}): string {
  const { failed, recovered, unstable } = lists;
  const lines: string[] = [];
  if (failed.length > 0)
    lines.push(`⚠️ ${counted(failed.length, DEVICES)} in errore: ${namesWithReasons(failed)}`);
  if (recovered.length > 0)
    lines.push(`✅ ${counted(recovered.length, DEVICES)} non più in errore: ${names(recovered)}`);
  if (unstable.length > 0) {
    lines.push(
      `🔁 ${counted(unstable.length, ['dispositivo instabile', 'dispositivi instabili'])}: ${names(unstable)}. ` +
        'Entra ed esce dall’errore di continuo: se ne riparlerà quando sarà stabile da 10 minuti',
    );
  }
  return lines.join('\n');
}

function names(devices: readonly NamedDevice[]): string {
  return formatNames(
    devices.map(({ label }) => label),
    3,
  );
}

/** Few devices: each with its reason. Many: their names, then how many have each reason. */
function namesWithReasons(devices: readonly NamedDevice[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of devices) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [onlyReason] = counts.keys();
  if (counts.size === 1) return `${names(devices)} (${onlyReason})`;
  if (devices.length <= 4) return devices.map(({ label, reason }) => `${label} (${reason})`).join(', ');
  const commonest = [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${reason}: ${count}`);
  return `${names(devices)} (${formatNames(commonest, 3)})`;
}

/** The notice of a command, a person's or a schedule's, that some of the reader's devices did not confirm. */
export function commandText(command: {
  origin: CommandOrigin;
  value: DeviceStatus | null;
  createdAt: number;
  /** How many of the reader's devices it was sent to. */
  total: number;
  failed: readonly string[];
}): string {
  const what = describeCommand(command);
  const share = `${counted(command.failed.length, DEVICES)} su ${command.total}`;
  const verb = command.failed.length === 1 ? 'non ha confermato' : 'non hanno confermato';
  return `❗ ${what} delle ${formatTime(command.createdAt)}: ${share} ${verb}: ${formatNames(command.failed)}`;
}

function describeCommand({ origin, value }: { origin: CommandOrigin; value: DeviceStatus | null }): string {
  if (origin === 'prova') return value === null ? 'PROVA lampade, ritorno' : `PROVA lampade, ${value}`;
  if (value === null) return 'Ripristino';
  if (origin === 'riaffermazione') return `Riaccensione ${value}`;
  return `${origin === 'pianificazione' ? 'Pianificazione' : 'Comando'} ${value}`;
}

export type MissedScheduleDetails = {
  color: DeviceStatus;
  deviceType: DeviceType;
  executeAt: number;
  username: string;
  outcomeReason: string | null;
};

export function missedText(schedule: MissedScheduleDetails): string {
  const { color, deviceType, executeAt, username, outcomeReason } = schedule;
  const targets = deviceType === 'semaforo' ? 'i semafori' : 'le lanterne';
  const because = outcomeReason === null ? '' : ` Motivo: ${outcomeReason}.`;
  return (
    `⏰ Pianificazione mancata: ${color} per ${targets} alle ${formatTime(executeAt)}, di ${username}.${because} ` +
    'Se serve ancora, il comando va dato a mano.'
  );
}

export function outageText(since: number, reason: string | null): string {
  const because = reason === null ? '' : ` (${reason})`;
  return (
    `🔌 Broker non raggiungibile dalle ${formatTime(since)}${because}. ` +
    'Gli stati non sono aggiornati e non si possono dare comandi; i dispositivi restano come sono.'
  );
}

export function backText(since: number, backAt: number): string {
  return (
    `✅ Broker di nuovo raggiungibile dalle ${formatTime(backAt)}, dopo ${formatOutage(backAt - since)}. ` +
    'Ogni stato resta non aggiornato finché il dispositivo non riferisce.'
  );
}

/** In minutes: '4 min', '2 h 5 min'; at least one. */
function formatOutage(ms: number): string {
  return shortDuration(Math.max(1, Math.round(ms / MIN_MS)) * MIN_MS);
}

/** The notice of a backup that failed, the first of a series. */
export function backupText(reason: string): string {
  return `⚠️ Copia di sicurezza non riuscita: ${reason}. Si riprova da sé; in Gestione si vede com’è andata`;
}
