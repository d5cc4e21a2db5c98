import { RATE_EXCEEDED } from '@semaforo/contract/domain/device/device-errors';
import { toBrokerStatus } from './broker/broker.routes.ts';
import { toStatusRecord } from './devices/device-records.ts';
import type { createModules } from './modules.ts';
import type { Clock } from './platform/clock.ts';

export type Modules = ReturnType<typeof createModules>;

/** Connects the modules: what happens in one of them is passed on to the others that need it. */
export function wireEvents(modules: Modules, clock: Clock): void {
  const { users, live, broker, devices, credentials, commands, schedules, alerts } = modules;
  const { notifications, citizens } = modules;
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
    citizens.brokerChanged();
    if (status.connected) modules.homeAssistant.linkMade();
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
    notifications.deviceChanged(device);
    citizens.deviceChanged(device);
  });
  devices.listEvents.subscribe(({ owners, replaced }) => {
    if (replaced) {
      commands.abandon(replaced);
      credentials.deviceReplaced(replaced.id);
    }
    broker.devicesChanged();
    modules.homeAssistant.devicesChanged();
    feed.changed('devices_changed', owners);
    notifications.devicesChanged(replaced);
    citizens.devicesChanged(owners, replaced);
  });
  modules.groups.events.subscribe(({ ownerId }) => feed.changed('groups_changed', [ownerId]));
  commands.outcomes.subscribe(({ endedSchedules }) => schedules.announceEnded(endedSchedules));
  modules.bulletins.events.subscribe(() => {
    feed.changed('bulletins_changed', 'everyone');
    alerts.proposeNow();
  });
  // A bulletin that was read before the zone was chosen is proposed now.
  modules.zones.changes.subscribe(alerts.proposeNow);
  alerts.events.subscribe(({ alertId, ownerId, what }) => {
    feed.changed('alerts_changed', [ownerId]);
    citizens.alertChanged(alertId);
    if (what === 'decisa') schedules.reconsider();
  });
  modules.plans.events.subscribe(({ authorId }) => feed.changed('plans_changed', [authorId]));
  modules.alarms.events.subscribe(({ ownerIds }) => feed.changed('alarms_changed', ownerIds));
  modules.approvals.events.subscribe(({ ownerIds }) => feed.changed('approvals_changed', ownerIds));
  modules.lamptests.events.subscribe(({ ownerIds }) => feed.changed('lamp_tests_changed', ownerIds));
  schedules.events.subscribe(({ authorId, alertId, planId }) => {
    if (alertId !== null) return alerts.announceStep({ alertId, authorId });
    if (planId !== null) feed.changed('plans_changed', [authorId]);
    // What was missed of a plan is among the warnings of the schedules.
    feed.changed('schedules_changed', [authorId]);
  });
}
