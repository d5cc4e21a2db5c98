/** A named set of devices of one owner; `deviceIds` are those that it has now, all of that owner. */
export type KnownGroup = {
  id: number;
  ownerId: number;
  username: string;
  name: string;
  deviceIds: number[];
};
