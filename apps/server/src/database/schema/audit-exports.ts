/**
 * How far the audit went to elsewhere (`syslog`: the rows; `seal`: the daily seal): the position in the chain, when,
 * and why the last attempt failed.
 */
export type AuditExportsTable = {
  name: 'syslog' | 'seal';
  position: number;
  at: number;
  failure: string | null;
};
