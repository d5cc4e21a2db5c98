/** The servers that live on this database; times by its clock. */
export type ServersTable = { server_id: string; seen_at: number; commands_on_report_topic: number };
