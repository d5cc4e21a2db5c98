import { channelOfColor, channelOfLantern, type DeviceType, type OutputWrite } from './channels.ts';
import {
  BOARD_LANGUAGES,
  type BoardLanguage,
  boardLanguageOf,
  type DeviceProfile,
} from './device-profiles.ts';
import { valueIn } from './json-field.ts';
import { type LampColor, lampReport, lampsOfType } from './lamps.ts';
import type { DeviceMessage } from './live-message.ts';
import { isGaugeChannel } from './sensors/gauge-language.ts';

/** A device with how it speaks. */
export type SpeakingDevice = { type: DeviceType; key: string; profile: DeviceProfile };

type Report = Pick<DeviceMessage, 'channel' | 'payload'>;

/**
 * What a message of a device says in the language of docs/protocol.md, which all rules speak: as it is from a device of
 * that language, translated from a board's (docs/protocol.md#profiles). Empty when it says nothing. What a gauge
 * measured stays as it is: how that is read, each gauge says for itself.
 */
export function understand(device: SpeakingDevice, message: DeviceMessage): readonly DeviceMessage[] {
  const board = boardLanguageOf(device.profile);
  if (board === undefined) return [message];
  const reports = [
    ...lampReports(device, board, message),
    ...powerReports(device, board, message),
    ...metricReports(board, message),
    ...availability(board, message),
    ...(device.type === 'misuratore' && isGaugeChannel(message.channel) ? [message] : []),
  ];
  return reports.map((word) => ({ ...word, retained: message.retained, queued: message.queued }));
}

/** The message, after its key, that makes the device write an output: in the device's own language. */
export function commandFor(device: SpeakingDevice, write: OutputWrite): { channel: string; payload: string } {
  const lamp = lampReport(device, write)?.lamp;
  const board = boardLanguageOf(device.profile);
  if (board === undefined || lamp === undefined) return write;
  const { command, outputs } = board;
  return {
    channel: named(command.channel, outputs[lamp]),
    payload: write.payload === '1' ? command.on : command.off,
  };
}

/** Where, after its key, and how a device says of a lamp that it is on or off. `field`: of a JSON object. */
export function reportOf(
  device: SpeakingDevice,
  lamp: LampColor,
): { channel: string; on: string; off: string; field?: string } {
  const board = boardLanguageOf(device.profile);
  if (board === undefined) return { channel: channelOfLamp(device.key, lamp) ?? '', on: '1', off: '0' };
  const { report, outputs } = board;
  return { ...report, channel: named(report.channel, outputs[lamp]) };
}

/**
 * The same on the channel on which a device says it again and again, unasked and after each change: whoever hears only
 * that one knows it soon.
 */
export function repeatedReportOf(device: SpeakingDevice, lamp: LampColor): ReturnType<typeof reportOf> {
  const { summary, outputs } = boardLanguageOf(device.profile) ?? {};
  return summary && outputs
    ? { ...summary, field: named(summary.field, outputs[lamp]) }
    : reportOf(device, lamp);
}

/** Where, after its key, and how a device says that it is there, and its last will that it is not. */
export function availabilityOf(profile: DeviceProfile): BoardLanguage['availability'] {
  const own = { channel: 'status', online: 'online', offline: 'offline' };
  return boardLanguageOf(profile)?.availability ?? own;
}

/** Which boards speak on one of those channels of their key: the profiles that what was heard suggests. */
export function probableProfile(channels: readonly string[]): DeviceProfile | null {
  const reports = (board: BoardLanguage) => {
    const lamps = Object.values(board.outputs).map((output) => named(board.report.channel, output));
    return channels.some((channel) => lamps.includes(channel) || channel === board.summary?.channel);
  };
  if (channels.some((channel) => /^out[0-9]$/.test(channel))) return 'outN';
  if (reports(BOARD_LANGUAGES.tasmota)) return 'tasmota';
  if (reports(BOARD_LANGUAGES.shelly)) return 'shelly';
  return reports(BOARD_LANGUAGES.esphome) ? 'esphome' : null;
}

function lampReports(device: SpeakingDevice, board: BoardLanguage, { channel, payload }: Report): Report[] {
  const { report, summary, outputs } = board;
  const reports = lampsOfType(device.type).flatMap((lamp) => {
    const isReport = named(report.channel, outputs[lamp]) === channel;
    const isSummary = summary?.channel === channel;
    const reported = isReport
      ? onOrOff(report, valueIn(payload, report.field))
      : isSummary && onOrOff(summary, valueIn(payload, named(summary.field, outputs[lamp])));
    const own = channelOfLamp(device.key, lamp);
    return typeof reported === 'string' && own !== undefined ? [{ channel: own, payload: reported }] : [];
  });
  // What went dark first: for no moment two lamps are lit that never were.
  return reports.toSorted((one, other) => one.payload.localeCompare(other.payload));
}

function powerReports(
  { type, key }: SpeakingDevice,
  board: BoardLanguage,
  { channel, payload }: Report,
): Report[] {
  const { power, outputs } = board;
  if (power === undefined) return [];
  return lampsOfType(type).flatMap((lamp) => {
    const own = channelOfLamp(key, lamp);
    if (own === undefined || named(power.channel, outputs[lamp]) !== channel) return [];
    const field = typeof power.field === 'string' ? power.field : power.field[lamp];
    const watts = valueIn(payload, field);
    return watts === undefined ? [] : [{ channel: `${own}/power`, payload: watts }];
  });
}

function metricReports({ metrics }: BoardLanguage, { channel, payload }: Report): Report[] {
  return metrics.flatMap((source) => {
    const value = source.channel === channel ? valueIn(payload, source.field) : undefined;
    return value === undefined ? [] : [{ channel: source.metric, payload: value }];
  });
}

function availability({ availability: reported }: BoardLanguage, { channel, payload }: Report): Report[] {
  if (channel !== reported.channel || (payload !== reported.online && payload !== reported.offline))
    return [];
  return [{ channel: 'status', payload: payload === reported.online ? 'online' : 'offline' }];
}

function onOrOff({ on, off }: { on: string; off: string }, value: string | undefined): '1' | '0' | undefined {
  if (value === on) return '1';
  return value === off ? '0' : undefined;
}

function named(template: string, output: string): string {
  return template.replace('{output}', output);
}

function channelOfLamp(key: string, lamp: LampColor): string | undefined {
  return lamp === 'acceso' ? channelOfLantern(key) : channelOfColor(key, lamp);
}
