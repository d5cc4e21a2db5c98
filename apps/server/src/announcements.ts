import { RATE_EXCEEDED } from '@semaforo/contract/domain/device/device-errors';
import type { createAlarmsRoom } from './alarms/alarms.room.ts';
import type { createAlertsRoom } from './alerts/alerts.room.ts';
import type { createApprovalsRoom } from './approvals/approvals.room.ts';
import type { createBackupsRoom } from './backups/backups.room.ts';
import type { createBotRoom } from './bot/bot.room.ts';
import type { createBrokerRoom } from './broker/broker.room.ts';
import { toBrokerStatus } from './broker/broker.routes.ts';
import type { createBulletinsRoom } from './bulletins/bulletins.room.ts';
import type { createCommandsRoom } from './commands/commands.room.ts';
import type { createCredentialsRoom } from './credentials/credentials.room.ts';
import { toStatusRecord } from './devices/device-records.ts';
import type { createDevicesRoom } from './devices/devices.room.ts';
import type { createGroupsRoom } from './groups/groups.room.ts';
import type { createHomeAssistantRoom } from './homeassistant/homeassistant.room.ts';
import type { createLampTestsRoom } from './lamptests/lamptests.room.ts';
import type { createLiveRoom } from './live/live.room.ts';
import type { createPlansRoom } from './plans/plans.room.ts';
import type { Clock } from './platform/clock.ts';
import type { createPushRoom } from './push/push.room.ts';
import type { createSchedulesRoom } from './schedules/schedules.room.ts';
import type { createUsersRoom } from './users/users.room.ts';
import type { createZonesRoom } from './zones/zones.room.ts';

export type Rooms = {
  zones: ReturnType<typeof createZonesRoom>;
  users: ReturnType<typeof createUsersRoom>;
  live: ReturnType<typeof createLiveRoom>;
  broker: ReturnType<typeof createBrokerRoom>;
  devices: ReturnType<typeof createDevicesRoom>;
  groups: ReturnType<typeof createGroupsRoom>;
  credentials: ReturnType<typeof createCredentialsRoom>;
  commands: ReturnType<typeof createCommandsRoom>;
  schedules: ReturnType<typeof createSchedulesRoom>;
  bot: ReturnType<typeof createBotRoom>;
  bulletins: ReturnType<typeof createBulletinsRoom>;
  backups: ReturnType<typeof createBackupsRoom>;
  alerts: ReturnType<typeof createAlertsRoom>;
  plans: ReturnType<typeof createPlansRoom>;
  alarms: ReturnType<typeof createAlarmsRoom>;
  approvals: ReturnType<typeof createApprovalsRoom>;
  push: ReturnType<typeof createPushRoom>;
  lamptests: ReturnType<typeof createLampTestsRoom>;
  homeAssistant: ReturnType<typeof createHomeAssistantRoom>;
};

/** Connects the rooms: what happens in one of them is passed on to the others that need it. */
export function announce(rooms: Rooms, clock: Clock): void {
  const { users, live, broker, devices, credentials, commands, schedules, alerts, bot } = rooms;
  const { feed } = live;

  users.events.subscribe((event) => {
    if (event.kind === 'session-ended') return live.disconnectSession(event.sessionId);
    const { kind, userId } = event;
    live.disconnectUser(userId);
    if (kind !== 'deleted') return;
    const released = devices.directory.releaseOwner(userId);
    for (const device of released) devices.states.deviceChanged(device, { ...device, ownerId: null });
    if (released.length > 0) feed.changed('devices_changed', []);
    feed.changed('groups_changed', [userId]);
    feed.changed('schedules_changed', []);
    feed.changed('alerts_changed', []);
  });
  broker.statuses.subscribe((status) => {
    devices.states.setListening(status.connected ? status.since : null);
    feed.brokerStatus(toBrokerStatus(status, { sharedLogin: broker.sharedLogin, now: clock.now() }));
    bot.brokerChanged(status);
    if (status.connected) rooms.homeAssistant.linkMade();
  });
  devices.adopted.subscribe((device) => {
    feed.deviceChanged(device.ownerId, device.id, () => toStatusRecord(devices.states, device));
  });
  broker.refusedLogIns.subscribe(devices.heard.refused);
  broker.rateExceeded.subscribe(({ key }) => {
    const device = devices.directory.findByKey(key);
    if (device) devices.states.apply(device, { kind: 'failed', reason: RATE_EXCEEDED });
  });
  devices.changes.subscribe((device) => {
    feed.deviceChanged(device.ownerId, device.id, () => toStatusRecord(devices.states, device));
    bot.deviceChanged(device);
  });
  devices.listEvents.subscribe(({ owners, replaced }) => {
    if (replaced) {
      commands.abandon(replaced);
      credentials.deviceReplaced(replaced.id);
    }
    broker.devicesChanged();
    rooms.homeAssistant.devicesChanged();
    feed.changed('devices_changed', owners);
    bot.devicesChanged(owners, replaced);
  });
  rooms.groups.events.subscribe(({ ownerId }) => feed.changed('groups_changed', [ownerId]));
  commands.outcomes.subscribe(({ endedSchedules, endedDeliveryIds }) => {
    schedules.announceEnded(endedSchedules);
    bot.deliveriesEnded(endedDeliveryIds);
  });
  rooms.bulletins.events.subscribe(() => {
    feed.changed('bulletins_changed', 'everyone');
    alerts.proposeNow();
  });
  // A bulletin that was read before the zone was chosen is proposed now.
  rooms.zones.changes.subscribe(alerts.proposeNow);
  rooms.bulletins.stale.subscribe(bot.bulletinStale);
  rooms.backups.failures.subscribe(bot.backupFailed);
  alerts.events.subscribe(({ alertId, ownerId, what }) => {
    feed.changed('alerts_changed', [ownerId]);
    bot.alertChanged(alertId);
    rooms.push.alertChanged(alertId);
    if (what === 'decisa') schedules.reconsider();
  });
  rooms.plans.events.subscribe(({ authorId }) => feed.changed('plans_changed', [authorId]));
  rooms.alarms.events.subscribe(({ ownerIds }) => feed.changed('alarms_changed', ownerIds));
  rooms.approvals.events.subscribe(({ ownerIds }) => feed.changed('approvals_changed', ownerIds));
  rooms.lamptests.events.subscribe(({ ownerIds }) => feed.changed('lamp_tests_changed', ownerIds));
  alerts.forecasts.subscribe(bot.forecast);
  schedules.events.subscribe(({ scheduleId, authorId, alertId, planId, outcome }) => {
    if (alertId !== null) return alerts.announceStep({ alertId, authorId });
    if (planId !== null) feed.changed('plans_changed', [authorId]);
    // What was missed of a plan is among the warnings of the schedules.
    feed.changed('schedules_changed', [authorId]);
    if (outcome === 'mancata') bot.scheduleMissed({ scheduleId, authorId });
  });
}
