/** A warning zone as it counts on some days: from `valid_from` on, until before `valid_to`. */
export type ZonesTable = {
  code: string;
  /** `2026-06-01`; an empty text: as long as anybody remembers. */
  valid_from: string;
  /** Null: until further notice. */
  valid_to: string | null;
  name: string;
  /** By which the name is found: unique among the zones of a day. */
  folded_name: string;
  region: string | null;
};

/** The Comuni of Italy, so far as they were imported. Their names repeat, their ISTAT codes do not. */
export type ComuniTable = {
  istat: string;
  name: string;
  folded_name: string;
  /** Such as `Napoli`, and `NA`; the latter may be empty. */
  province: string;
  province_code: string;
  region: string;
  zone_code: string | null;
};

/** From which table the Comuni come: one row (`id` 1), none where nobody knows it. */
export type ComuniTableTable = {
  id: number;
  /** Of which day it is: `2026-08-08`. One that was imported is of the day of its import. */
  day: string;
  /** 1 for the one that comes with the product. */
  built_in: number;
};

export type UserZonesTable = { user_id: number; zone_code: string };

/** The zone of a device that lies in another one than its owner. */
export type DeviceZonesTable = { device_id: number; zone_code: string };
