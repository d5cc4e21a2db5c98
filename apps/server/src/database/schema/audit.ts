import type { AuditOutcome } from '@semaforo/contract/domain/audit-outcome';
import type { Generated } from 'kysely';

export type AuditTable = {
  id: Generated<number>;
  at: number;
  user_id: number | null;
  username: string | null;
  address: string | null;
  action: string;
  target: string | null;
  /** JSON, without secrets. */
  before: string | null;
  after: string | null;
  outcome: Generated<AuditOutcome>;
  /** Why it was refused or failed: a code for programs, and an Italian sentence. */
  code: Generated<string | null>;
  reason: Generated<string | null>;
  /** How often: refusals that repeat within a minute share a row. */
  times: Generated<number>;
};

/**
 * Where the chain begins: the seal with which it goes on after its oldest rows were put into a file. The last one
 * counts.
 */
export type AuditAnchorsTable = {
  position: number;
  hash: string;
  at: number;
  /** Its name, without its folder, and its SHA-256, hexadecimal. */
  file: string;
  file_hash: string;
};

/** The seals, in the order in which rows were sealed: positions from 1, without a gap. */
export type AuditChainTable = {
  position: number;
  audit_id: number;
  /** SHA-256, hexadecimal, of the seal before it and the whole row. */
  hash: string;
};
