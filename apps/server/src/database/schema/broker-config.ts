export type BrokerConfigTable = {
  id: number;
  host: string;
  port: number;
  username: string;
  /** Sealed with the key kept outside the database. */
  sealed_password: string | null;
  updated_at: number;
};
