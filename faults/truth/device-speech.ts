import type { OutputWrite } from '@semaforo/contract/domain/channels';
import { type LampColor, lampReport } from '@semaforo/contract/domain/lamps';
import type { DeviceConnection } from './device-connection.ts';
import type { Journal } from './journal.ts';
import { createLampReports, type LampReports } from './lamp-reports.ts';
import type { TownDevice } from './town.ts';

/** What a device says, and what it remembers of it: each word of a lamp, and whether the broker took it over. */
export type DeviceSpeech = {
  send: (output: OutputWrite) => void;
  reportOnline: () => void;
  /** It is on the broker again: what it still waited for will not come any more. */
  joined: () => void;
  reports: (lamp: LampColor) => LampReports;
  /** The broker ended, and what it had not handed on is lost. It knows of no server yet for which to keep the rest. */
  lostByBroker: () => void;
  /** The server has joined the broker, which from now on keeps for it what is said. */
  keptByBroker: () => void;
  isAllAcknowledged: () => boolean;
};

export function createDeviceSpeech(options: {
  device: TownDevice;
  publish: DeviceConnection['publish'];
  journal: Journal;
}): DeviceSpeech {
  const { device, publish, journal } = options;
  const { key } = device;
  const reports = new Map<LampColor, LampReports>();
  let life = 0;
  let unacknowledged = 0;
  let isKept = false;

  const reportsOf = (lamp: LampColor) => {
    const known = reports.get(lamp) ?? createLampReports();
    reports.set(lamp, known);
    return known;
  };
  const publishAndWait = (channel: string, payload: string, retain: boolean, acknowledged: () => void) => {
    const reportedIn = life;
    unacknowledged += 1;
    publish({ topic: `${key}/${channel}`, payload, retain }, () => {
      if (reportedIn === life) unacknowledged -= 1;
      acknowledged();
    });
  };

  return {
    send: ({ channel, payload }) => {
      const reported = lampReport(device, { channel, payload });
      const report = reported && reportsOf(reported.lamp).reported(reported.on, Date.now());
      if (report) report.isLost = !isKept;
      journal.note(`says ${reported?.lamp} ${payload}`, key);
      publishAndWait(channel, payload, false, () => {
        if (report) reportsOf(reported.lamp).acknowledged(report, Date.now());
        journal.note(`${reported?.lamp} ${payload} taken over by the broker`, key);
      });
    },
    reportOnline: () => publishAndWait('status', 'online', true, () => undefined),
    joined: () => {
      life += 1;
      unacknowledged = 0;
    },
    reports: reportsOf,
    lostByBroker: () => {
      isKept = false;
      for (const spoken of reports.values()) spoken.lostByBroker();
    },
    keptByBroker: () => {
      isKept = true;
    },
    isAllAcknowledged: () => unacknowledged === 0,
  };
}
