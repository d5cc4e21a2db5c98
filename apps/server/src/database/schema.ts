import type {
  AlarmDevicesTable,
  AlarmEventsTable,
  AlarmLinksTable,
  AlarmsTable,
  DutyChannelsTable,
  DutyMaintenanceTable,
  DutyPeopleTable,
} from './schema/alarms.ts';
import type { AlertDevicesTable, AlertsTable, ColorsBeforeAlertsTable } from './schema/alerts.ts';
import type { ApiKeysTable } from './schema/api-keys.ts';
import type { ApprovalDevicesTable, ApprovalsTable } from './schema/approvals.ts';
import type { AuditAnchorsTable, AuditChainTable, AuditTable } from './schema/audit.ts';
import type { AuditExportsTable } from './schema/audit-exports.ts';
import type { BackupsTable } from './schema/backups.ts';
import type {
  BotChannelPostsTable,
  BotChannelSignalsTable,
  BotChatsTable,
  BotLeaseTable,
  BotLinkCodesTable,
  BotToldErrorsTable,
  BotToldOutageTable,
  BotUpdatesTable,
} from './schema/bot.ts';
import type { BrokerConfigTable } from './schema/broker-config.ts';
import type {
  BulletinDaysTable,
  BulletinReaderTable,
  BulletinReferencesTable,
  BulletinsTable,
  ZoneShapesTable,
} from './schema/bulletins.ts';
import type { CommandsTable, DeliveriesTable } from './schema/commands.ts';
import type {
  DeviceCredentialsTable,
  DeviceCredentialsVersionTable,
  InstallationTable,
  UntaggedDeviceLoginsTable,
} from './schema/device-credentials.ts';
import type {
  DeviceErrorsTable,
  DeviceMetricsTable,
  DeviceNotesTable,
  DevicePicturesTable,
  DeviceReportsTable,
  LampPowersTable,
  LinkPoliciesTable,
} from './schema/device-past.ts';
import type {
  DeviceListVersionTable,
  DeviceMaintenanceTable,
  DeviceStatesTable,
  DevicesTable,
  IgnoredDevicesTable,
} from './schema/devices.ts';
import type { GaugeEventsTable, GaugeMinutesTable, GaugesTable } from './schema/gauges.ts';
import type { DeviceGroupMembersTable, DeviceGroupsTable } from './schema/groups.ts';
import type { HandoversTable } from './schema/handovers.ts';
import type { HomeAssistantDocumentsTable } from './schema/home-assistant.ts';
import type { LampTestDevicesTable, LampTestsTable } from './schema/lamp-tests.ts';
import type { DeviceLanesTable, ServerTermsTable } from './schema/lanes.ts';
import type { NotificationsTable } from './schema/notifications.ts';
import type { PlanDevicesTable, PlansTable } from './schema/plans.ts';
import type { PublicChangesTable, PublicSubscribersTable } from './schema/public-pages.ts';
import type { PushDevicesTable, PushKeysTable } from './schema/push.ts';
import type { RestoreResumptionsTable, RestoresTable } from './schema/restores.ts';
import type { ScheduleDevicesTable, SchedulesTable } from './schema/schedules.ts';
import type { PasskeysTable, RecoveryCodesTable, SecondFactorsTable } from './schema/second-factors.ts';
import type { ServersTable } from './schema/servers.ts';
import type { SessionsTable, UsedTicketsTable } from './schema/sessions.ts';
import type { IdempotentAnswersTable, SettingsTable, UsersTable } from './schema/users.ts';
import type { WebhookConditionsTable, WebhooksTable } from './schema/webhooks.ts';
import type {
  ComuniTable,
  ComuniTableTable,
  DeviceZonesTable,
  UserZonesTable,
  ZonesTable,
} from './schema/zones.ts';

/** All times are epoch milliseconds, all flags 0 or 1: both engines store them alike. */
export type Database = {
  users: UsersTable;
  sessions: SessionsTable;
  api_keys: ApiKeysTable;
  used_tickets: UsedTicketsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  devices: DevicesTable;
  device_states: DeviceStatesTable;
  device_reports: DeviceReportsTable;
  device_metrics: DeviceMetricsTable;
  lamp_powers: LampPowersTable;
  link_policies: LinkPoliciesTable;
  gauges: GaugesTable;
  gauge_events: GaugeEventsTable;
  gauge_minutes: GaugeMinutesTable;
  device_errors: DeviceErrorsTable;
  device_maintenance: DeviceMaintenanceTable;
  device_notes: DeviceNotesTable;
  device_pictures: DevicePicturesTable;
  handovers: HandoversTable;
  ignored_devices: IgnoredDevicesTable;
  commands: CommandsTable;
  deliveries: DeliveriesTable;
  approvals: ApprovalsTable;
  approval_devices: ApprovalDevicesTable;
  lamp_tests: LampTestsTable;
  lamp_test_devices: LampTestDevicesTable;
  schedules: SchedulesTable;
  schedule_devices: ScheduleDevicesTable;
  plans: PlansTable;
  plan_devices: PlanDevicesTable;
  alerts: AlertsTable;
  alert_devices: AlertDevicesTable;
  colors_before_alerts: ColorsBeforeAlertsTable;
  device_groups: DeviceGroupsTable;
  device_group_members: DeviceGroupMembersTable;
  settings: SettingsTable;
  broker_config: BrokerConfigTable;
  audit: AuditTable;
  audit_chain: AuditChainTable;
  audit_anchors: AuditAnchorsTable;
  audit_exports: AuditExportsTable;
  idempotent_answers: IdempotentAnswersTable;
  bot_chats: BotChatsTable;
  bot_link_codes: BotLinkCodesTable;
  bot_updates: BotUpdatesTable;
  bot_lease: BotLeaseTable;
  bot_channel_posts: BotChannelPostsTable;
  bot_channel_signals: BotChannelSignalsTable;
  bot_told_errors: BotToldErrorsTable;
  bot_told_outage: BotToldOutageTable;
  public_changes: PublicChangesTable;
  public_subscribers: PublicSubscribersTable;
  device_list_version: DeviceListVersionTable;
  device_credentials: DeviceCredentialsTable;
  device_credentials_version: DeviceCredentialsVersionTable;
  installation: InstallationTable;
  untagged_device_logins: UntaggedDeviceLoginsTable;
  zones: ZonesTable;
  comuni: ComuniTable;
  comuni_table: ComuniTableTable;
  user_zones: UserZonesTable;
  device_zones: DeviceZonesTable;
  bulletins: BulletinsTable;
  bulletin_days: BulletinDaysTable;
  bulletin_references: BulletinReferencesTable;
  bulletin_reader: BulletinReaderTable;
  zone_shapes: ZoneShapesTable;
  backups: BackupsTable;
  restores: RestoresTable;
  restore_resumptions: RestoreResumptionsTable;
  alarms: AlarmsTable;
  alarm_devices: AlarmDevicesTable;
  alarm_events: AlarmEventsTable;
  alarm_links: AlarmLinksTable;
  duty_channels: DutyChannelsTable;
  duty_maintenance: DutyMaintenanceTable;
  duty_people: DutyPeopleTable;
  push_keys: PushKeysTable;
  push_devices: PushDevicesTable;
  notifications: NotificationsTable;
  webhooks: WebhooksTable;
  webhook_conditions: WebhookConditionsTable;
  home_assistant_documents: HomeAssistantDocumentsTable;
  server_terms: ServerTermsTable;
  servers: ServersTable;
  device_lanes: DeviceLanesTable;
};
