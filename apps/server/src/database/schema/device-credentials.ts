/** At most one row per device. */
export type DeviceCredentialsTable = {
  device_id: number;
  username: string;
  /** SHA-256 of the password, in hexadecimal. */
  password_hash: string;
  /** The password as Mosquitto's password file has it, `$7$…`. */
  mosquitto_hash: string;
  /** The encrypted password, until Mosquitto's plugin has it; null when it has, or is not kept in step. */
  sealed_password: string | null;
  created_at: number;
  /** When the device last logged in with it, as far as a broker tells. */
  last_seen: number | null;
};

/** One row, and on PostgreSQL only. */
export type DeviceCredentialsVersionTable = { version: number; raised_in: number };

/** One row: what tells this installation from others that use the same broker. */
export type InstallationTable = { tag: string };

/** The usernames of devices that were given before they named the installation. */
export type UntaggedDeviceLoginsTable = { username: string };
