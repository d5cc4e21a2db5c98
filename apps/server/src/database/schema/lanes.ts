import type { Generated } from 'kysely';

/** For how long which server may command devices; the id is its fencing token: a later term has a greater one. */
export type ServerTermsTable = {
  id: Generated<number>;
  server_id: string;
  /** By the clock of the database. */
  alive_until: number;
  /** 1 once it is over: it never begins again. */
  ended: number;
};

/** Which term has the lane of a device. A device without a row was never commanded by servers that work as one. */
export type DeviceLanesTable = {
  device_id: number;
  /** Null while the lane is free. */
  term_id: number | null;
  /** 1 while another server waits for it. */
  wanted: number;
  /** The server whose last messages may still be on their way to the broker. */
  left_by: string | null;
};
