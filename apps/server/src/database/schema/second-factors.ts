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
