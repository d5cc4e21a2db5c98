import { colorOfChannel } from '@semaforo/contract/domain/channels';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

/** What a signal said of one of its lamps, or was told to do with it. `at` is epoch milliseconds. */
export type LampMessage = { at: number; lamp: SignalColor; on: boolean };

/** What one signal said and was told, in order. */
export type SignalReports = { reported: LampMessage[]; commanded: LampMessage[] };

/** What all signals of a fleet said and were told, by key. */
export type ReportLog = {
  readonly signals: ReadonlyMap<string, SignalReports>;
  /** Takes a message of a device or to one; what is not of a lamp is ignored. */
  note: (topic: string, payload: string) => void;
};

const LAMP_TOPIC = /^((?:\/[^/]+){3})\/([^/]+)(\/set)?$/;

export function createReportLog(keys: readonly string[], now: () => number = Date.now): ReportLog {
  const signals = new Map(keys.map((key): [string, SignalReports] => [key, { reported: [], commanded: [] }]));
  return {
    signals,
    note: (topic, payload) => {
      const [, key = '', channel = '', set] = LAMP_TOPIC.exec(topic) ?? [];
      const lamp = colorOfChannel(key, channel);
      if (lamp === undefined) return;
      const reports = signals.get(key);
      const list = set === undefined ? reports?.reported : reports?.commanded;
      if (list) push(list, { at: now(), lamp, on: payload === '1' });
    },
  };
}

/** Of the same message again and again the first and the last are kept: a day of reports is long. */
function push(list: LampMessage[], message: LampMessage): void {
  const [former, last] = [list.at(-2), list.at(-1)];
  if (last && former && isSame(last, message) && isSame(former, message)) list.pop();
  list.push(message);
}

function isSame(one: LampMessage, other: LampMessage): boolean {
  return one.lamp === other.lamp && one.on === other.on;
}

/** The lamps that are lit by what was said until the end. */
export function litAtLast(reported: readonly LampMessage[]): ReadonlySet<SignalColor> {
  const lit = new Set<SignalColor>();
  for (const report of reported) light(lit, report);
  return lit;
}

/** Whether it said of the lamp that it is lit, from that time on, and then or later that no other is. */
export function reportedAlone(reported: readonly LampMessage[], lamp: SignalColor, since: number): boolean {
  const lit = new Set<SignalColor>();
  let isReported = false;
  for (const report of reported) {
    light(lit, report);
    if (report.at < since) continue;
    if (report.lamp === lamp) isReported = report.on;
    if (isReported && lit.size === 1 && lit.has(lamp)) return true;
  }
  return false;
}

function light(lit: Set<SignalColor>, { lamp, on }: LampMessage): void {
  if (on) lit.add(lamp);
  else lit.delete(lamp);
}
