/** What a device logs in with on the broker; it may publish and subscribe under its own key only. */
export type DeviceLogin = {
  username: string;
  /** SHA-256 of the password, in hexadecimal: the password is long and random, so a slow hash would protect nothing. */
  passwordHash: string;
  /** The key of its device, `/a/b/c`. */
  key: string;
};

/** A client that the embedded broker did not let in, as it called itself; each text is cut. */
export type RefusedLogIn = {
  username: string;
  clientId: string;
  address: string;
  /** The key of its last will's topic, if it is one. */
  key: string | null;
  reason: 'unknown' | 'wrong-password' | 'not-allowed';
};

/** The log-ins of all devices, and every change of them (docs/rules.md#device-credentials). */
export type DeviceLogins = {
  list: () => Promise<DeviceLogin[]>;
  /**
   * From now on calls back with each log-in that was made, rotated or moved to another key, and with `undefined` for
   * one that ended. Whoever is connected with what it was before is cut off within a second.
   */
  subscribe: (changed: (username: string, login: DeviceLogin | undefined) => void) => void;
  /** A device has logged in with it, at this time (epoch ms). Never throws. */
  seen: (username: string, at: number) => void;
};
