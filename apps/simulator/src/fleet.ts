import type { BrokerAddress } from './broker-connection.ts';
import { createDeviceGroup } from './device-group.ts';
import type { DeviceSpec, ShownAfterReboot, SimulatedDevice } from './simulated-device.ts';
import { startSpreadTimer } from './spread-timer.ts';

/** How often in an hour each device loses its power for a moment, and what it shows then. */
export type PowerDips = { perHour: number; rebootTo: ShownAfterReboot };

export type Fleet = {
  readonly devices: readonly SimulatedDevice[];
  /** The device with that topic; throws when the fleet has none. */
  device(key: string): SimulatedDevice;
  /** Resolves when every device has joined the broker and reported its outputs. */
  start(): Promise<void>;
  /** Cuts the power of all devices. */
  stop(): Promise<void>;
};

const DEFAULT_COMMAND_TOPIC = '{key}/{channel}/set';
const DEFAULT_REPORT_EVERY_MS = 60_000;
/** Gauges measure so often. */
const MEASURE_EVERY_MS = 5000;
const HOUR_MS = 3_600_000;
const MOST_OWN_CONNECTIONS = 100;
const SHARED_CONNECTIONS = 10;
/** The embedded broker lets a connection that many devices share have 20,000 filters, and a signal has four. */
const MOST_PER_CONNECTION = 4000;

/**
 * Simulated devices on a broker. A device with a log-in of its own has a connection of its own. Of the others up to 100
 * have one each, as real ones do; more share 10, or one for each 4,000, unless `connections` is given. Every device
 * reports its outputs and metrics once per `reportEveryMs`, a gauge what it measures once per `measureEveryMs`; all of
 * that is spread over the time, and so are power dips.
 */
export function createFleet({
  broker,
  devices: specs,
  connections,
  commandTopic = DEFAULT_COMMAND_TOPIC,
  reportEveryMs = DEFAULT_REPORT_EVERY_MS,
  measureEveryMs = MEASURE_EVERY_MS,
  powerDips,
  onTrouble = () => {},
  onMessage = () => {},
}: {
  broker: BrokerAddress;
  devices: readonly DeviceSpec[];
  connections?: number;
  commandTopic?: string;
  reportEveryMs?: number;
  measureEveryMs?: number;
  powerDips?: PowerDips;
  onTrouble?: (reason: string) => void;
  /** Called with each message that a device handed to its connection, and with each command that reached one. */
  onMessage?: (topic: string, payload: string) => void;
}): Fleet {
  const groups = inGroups(specs, connections).map((group) =>
    createDeviceGroup({ broker, specs: group, commandTopic, onTrouble, onMessage }),
  );
  const devices = groups.flatMap((group) => group.devices);
  const byKey = new Map(devices.map((device) => [device.key, device]));
  const stopTimers: (() => void)[] = [];
  const spread = (periodMs: number, visit: (device: SimulatedDevice) => void) => {
    const visitPlace = (index: number) => devices[index] && visit(devices[index]);
    stopTimers.push(startSpreadTimer({ count: devices.length, periodMs, visit: visitPlace }));
  };

  return {
    devices,
    device(key) {
      const device = byKey.get(key);
      if (!device) throw new Error(`no simulated device ${key}`);
      return device;
    },
    async start() {
      await Promise.all(groups.map((group) => group.start()));
      spread(reportEveryMs, (device) => {
        device.reportOutputs();
        device.reportMetrics();
      });
      if (devices.some(({ type }) => type === 'misuratore'))
        spread(measureEveryMs, (device) => device.measure());
      if (powerDips) spread(HOUR_MS / powerDips.perHour, (device) => device.reboot(powerDips.rebootTo));
    },
    async stop() {
      for (const stop of stopTimers.splice(0)) stop();
      await Promise.all(groups.map((group) => group.stop()));
    },
  };
}

function inGroups(specs: readonly DeviceSpec[], connections: number | undefined): DeviceSpec[][] {
  const own = specs.filter(({ login }) => login !== undefined);
  const sharing = specs.filter(({ login }) => login === undefined);
  const few = sharing.length <= MOST_OWN_CONNECTIONS;
  const shared = Math.max(SHARED_CONNECTIONS, Math.ceil(sharing.length / MOST_PER_CONNECTION));
  const groupCount = connections ?? (few ? sharing.length : shared);
  // Neighbours are on different connections: a large command goes from neighbour to neighbour, and a broker lets one
  // connection say only so much in a second.
  const groups = Array.from({ length: Math.min(groupCount, sharing.length) }, (_, index) =>
    sharing.filter((_spec, place) => place % groupCount === index),
  );
  return [...own.map((spec) => [spec]), ...groups];
}
