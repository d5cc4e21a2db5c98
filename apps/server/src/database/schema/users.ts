import type { Role } from '@semaforo/contract/api/users';
import type { Duty } from '@semaforo/contract/domain/duty';
import type { Generated } from 'kysely';

export type UsersTable = {
  id: Generated<number>;
  username: string;
  /** The name without regard to case: unique. */
  folded_username: string;
  password_hash: string;
  role: Role;
  /** Part of every token: one more ends the user's sessions. */
  token_version: number;
  created_at: number;
  /** Of a person: the user for whom they act; null: a Comune, or an admin. */
  comune_id: Generated<number | null>;
  duty: Generated<Duty | null>;
  /** By which an identity provider knows a person; null: they log in by password. */
  oidc_subject: Generated<string | null>;
  /** Whose subject it is: since their first log-in there. */
  oidc_issuer: Generated<string | null>;
};

export type SettingsTable = { user_id: number; key: string; value: string };

export type IdempotentAnswersTable = {
  user_id: number;
  key: string;
  request_hash: string;
  status: number | null;
  body: string | null;
  created_at: number;
};
