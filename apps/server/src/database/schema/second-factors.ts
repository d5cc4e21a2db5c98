import type { Generated } from 'kysely';

export type SecondFactorsTable = {
  user_id: number;
  sealed_secret: string;
  /** When a first code proved that the user's app has the secret; null until then. */
  confirmed_at: number | null;
  /** The time step of the last code that was accepted: none counts twice. */
  last_step: number;
};

/** The recovery codes that were not used yet. */
export type RecoveryCodesTable = { user_id: number; code_hash: string };

export type PasskeysTable = {
  id: Generated<number>;
  user_id: number;
  /** In base64url, as its maker chose it. */
  credential_id: string;
  /** COSE, in base64url. */
  public_key: string;
  /** The host for which it was made: browsers show it to no other. */
  rp_id: string;
  /** How often it was used, by its own count; 0 of a device that does not count. */
  counter: number;
  /** 1 when its maker keeps a copy. */
  synced: number;
  name: string;
  created_at: number;
  last_used: number | null;
};
