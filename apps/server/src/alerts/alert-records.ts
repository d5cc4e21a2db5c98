import type { Alert } from '@semaforo/contract/api/alerts';
import type { AlertState } from '@semaforo/contract/domain/alert-rules';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { labelOf } from '@semaforo/contract/domain/label';
import { type Clock, isoTime } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AlertReach } from './alert-reach.ts';
import type { AlertsAroundRepository } from './alerts-around.repository.ts';
import type { FindOverrides } from './find-overrides.ts';
import { conditionOf, type StoredAlert } from './stored-alert.ts';

const OPEN = ['proposta', 'confermata', 'in corso'] as const satisfies AlertState[];

/** Alerts as the API shows them. */
export type ToAlertRecords = (alerts: readonly StoredAlert[]) => Promise<Alert[]>;

export function createToAlertRecords(options: {
  reach: AlertReach;
  around: Pick<AlertsAroundRepository, 'counts'>;
  findOverrides: FindOverrides;
  /** What a device itself says that it shows. */
  shownBy: (deviceId: number) => DeviceStatus | null;
  /** True for a device that shows something else than what is desired. */
  isOutOfSync: (deviceId: number) => boolean;
  clock: Clock;
}): ToAlertRecords {
  const devicesOf = async (alert: StoredAlert, state: AlertState): Promise<number[]> => {
    if (!OPEN.some((one) => one === state)) return [];
    const reached = await options.reach(alert);
    return reached instanceof Refusal ? [] : reached.map(({ id }) => id);
  };

  const countNow = (devices: readonly number[], color: StoredAlert['color']) => ({
    showing: devices.filter((id) => options.shownBy(id) === color).length,
    out_of_sync: devices.filter(options.isOutOfSync).length,
  });

  const toRecord = async (
    alert: StoredAlert,
    counts: Awaited<ReturnType<AlertsAroundRepository['counts']>>,
  ): Promise<Alert> => {
    const { state, awaits } = conditionOf(alert, options.clock.now());
    const devices = await devicesOf(alert, state);
    const share = counts.get(alert.begin?.commandId ?? 0);
    const overrides = await options.findOverrides(alert);
    return {
      id: alert.id,
      color: alert.color,
      from: isoTime(alert.from),
      to: isoTime(alert.to),
      state,
      awaits,
      reason: alert.reason,
      source: alert.source,
      bulletin: alert.bulletinId,
      author: alert.author?.username ?? null,
      ...(alert.approvedBy !== null && { approved_by: alert.approvedBy }),
      owner: alert.owner?.username ?? null,
      drill: alert.drill,
      sensor_id: alert.gauge?.id ?? null,
      whom: alert.whom.kind,
      group: alert.whom.group,
      zone: alert.whom.zone,
      created_at: isoTime(alert.createdAt),
      begins_at: timeOrNull(alert.begin?.at),
      decided_at: timeOrNull(alert.decidedAt),
      note: noteOf(alert),
      total: share?.total ?? devices.length,
      confirmed: share?.confirmed ?? 0,
      ...countNow(state === 'in corso' ? devices : [], alert.color),
      overridden: overrides.length,
      devices,
      overrides: overrides.map(({ device, last }) => ({
        deviceId: device.id,
        name: labelOf(device),
        color: last.value,
        author: last.username,
        at: isoTime(last.at),
      })),
    };
  };
  return async (alerts) => {
    const counts = await options.around.counts(alerts.flatMap(({ begin }) => begin?.commandId ?? []));
    return Promise.all(alerts.map((alert) => toRecord(alert, counts)));
  };
}

function noteOf({ note, begin, end }: StoredAlert): string | null {
  return note ?? end?.reason ?? begin?.reason ?? null;
}

function timeOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : isoTime(at);
}
