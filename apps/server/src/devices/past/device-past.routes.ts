import {
  type DevicePageRecord,
  type devicePastRoutes,
  HOURS_OF_DEVICES_AT_MOST,
  type MetricPeriod,
} from '@semaforo/contract/api/device-past';
import { PICTURE_MAX_BYTES } from '@semaforo/contract/domain/device-picture';
import { authorOf } from '../../http/author-of.ts';
import type { Handlers } from '../../http/handlers.ts';
import { StoredFile } from '../../http/stored-file.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import type { DeviceDirectory } from '../device-directory.ts';
import { toStatusRecord } from '../device-records.ts';
import type { DeviceStates } from '../device-states.ts';
import type { DevicesRepository } from '../devices.repository.ts';
import { hasLamps, type LampDevice } from '../known-device.ts';
import { bareJpeg } from './bare-jpeg.ts';
import type { DeviceNotesRepository } from './device-notes.repository.ts';
import { HOUR_MS, HOURS, hoursOf, type StoredHours } from './hours.ts';
import type { LinkPoliciesRepository } from './link-policies.repository.ts';
import type { PastRepository } from './past.repository.ts';
import type { PicturesRepository } from './pictures.repository.ts';

const NO_PICTURE = new Refusal('unprocessable', {
  code: 'no-picture',
  message: 'Serve una foto JPEG, al massimo di 300 KB e di 1600 punti per lato',
});

/** How far back each period reaches, and how much of it is one point: some 300 points each. */
const PERIODS: Record<MetricPeriod, { lengthMs: number; stretchMs: number }> = {
  '24h': { lengthMs: 24 * HOUR_MS, stretchMs: HOUR_MS / 12 },
  '7d': { lengthMs: 7 * 24 * HOUR_MS, stretchMs: HOUR_MS / 2 },
  '30d': { lengthMs: 30 * 24 * HOUR_MS, stretchMs: 2 * HOUR_MS },
};

export function createDevicePastHandlers(options: {
  directory: Pick<DeviceDirectory, 'findVisible' | 'list'>;
  states: DeviceStates;
  repository: Pick<DevicesRepository, 'usernames'>;
  past: PastRepository;
  readHours: (of: { ids: readonly number[]; from: number }) => Promise<ReadonlyMap<number, StoredHours>>;
  notes: DeviceNotesRepository;
  pictures: PicturesRepository;
  policies: LinkPoliciesRepository;
  clock: Clock;
}): Handlers<typeof devicePastRoutes> {
  const { directory, states, past, notes, pictures, clock } = options;

  const find = (actor: Actor, id: number) => {
    const device = directory.findVisible(actor, id);
    return device && hasLamps(device) ? device : undefined;
  };
  const pageOf = async (device: LampDevice): Promise<DevicePageRecord> => {
    const { temp, vcc, uptime, metricsUpdatedAt, reportedPolicy } = states.of(device.id);
    const noted = await notes.find(device.id);
    return {
      device: toStatusRecord(states, device),
      username: (await options.repository.usernames()).get(device.ownerId ?? 0) ?? null,
      profile: device.profile,
      temp,
      vcc,
      uptime,
      metrics_updated_at: isoTime(metricsUpdatedAt),
      notes: noted
        ? { text: noted.text, changed_at: isoTime(noted.changedAt), changed_by: noted.changedBy }
        : null,
      link_policy: await options.policies.find(device.id),
      reported_policy: reportedPolicy && { ...reportedPolicy, at: isoTime(reportedPolicy.at) },
      picture_at: isoTime((await pictures.changedAt(device.id)) ?? null),
    };
  };

  return {
    getDeviceHours: async ({ actor }) => {
      const from = Math.floor(clock.now() / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS;
      const devices = directory.list(actor, 'semaforo').slice(0, HOURS_OF_DEVICES_AT_MOST);
      const stored = await options.readHours({ ids: devices.map(({ id }) => id), from });
      return {
        from: isoTime(from),
        devices: devices.flatMap(({ id }) => {
          const own = stored.get(id);
          return own ? { id, hours: hoursOf(own, { ...states.of(id), from }) } : [];
        }),
      };
    },
    getDevice: ({ actor, params }) => {
      const device = find(actor, params.id);
      return device ? pageOf(device) : notFound();
    },
    getDevicePast: ({ actor, params }) => {
      const device = find(actor, params.id);
      return device ? past.read(device.id, actor.role === 'admin' ? undefined : actor.id) : notFound();
    },
    getDeviceMetrics: async ({ actor, params, query }) => {
      const device = find(actor, params.id);
      if (!device) return notFound();
      const { lengthMs, stretchMs } = PERIODS[query.period];
      const points = await past.metrics(device.id, { since: clock.now() - lengthMs, stretchMs });
      return { points };
    },
    savePicture: async (call) => {
      const device = find(call.actor, call.params.id);
      if (!device) return notFound();
      const jpeg = bareJpeg(Buffer.from(call.body.jpeg, 'base64'));
      if (!jpeg || jpeg.length > PICTURE_MAX_BYTES) return NO_PICTURE;
      await pictures.save(device.id, jpeg, { author: authorOf(call), at: clock.now() });
      return pageOf(device);
    },
    getPicture: async ({ actor, params }) => {
      const device = find(actor, params.id);
      const bytes = device && (await pictures.find(device.id));
      return bytes ? new StoredFile({ bytes, type: 'image/jpeg' }) : notFound();
    },
    deletePicture: async (call) => {
      const device = find(call.actor, call.params.id);
      if (!device) return notFound();
      await pictures.save(device.id, undefined, { author: authorOf(call), at: clock.now() });
      return pageOf(device);
    },
    saveLinkPolicy: async (call) => {
      const device = find(call.actor, call.params.id);
      if (!device) return notFound();
      const { link_policy: policy, after_s: afterS } = call.body;
      const chosen = { policy, after_s: policy === 'rosso-after' ? afterS : null };
      await options.policies.save(device.id, chosen, { author: authorOf(call), at: clock.now() });
      return pageOf(device);
    },
    saveDeviceNotes: async (call) => {
      const device = find(call.actor, call.params.id);
      if (!device) return notFound();
      await notes.save(device.id, call.body.text, { author: authorOf(call), at: clock.now() });
      return pageOf(device);
    },
  };
}
