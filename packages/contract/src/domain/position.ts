/** Where a device stands, in degrees; null: it is not known. */
export type Position = { latitude: number | null; longitude: number | null };

/** Why such a position is refused. */
export const HALF_POSITION = 'Latitudine e longitudine: servono tutte e due, o nessuna';

/** True when only one of the two is known: such a device would be on no map, and nobody would know why. */
export function isHalfPosition(position: { [half in keyof Position]?: number | null | undefined }): boolean {
  const { latitude = null, longitude = null } = position;
  return (latitude === null) !== (longitude === null);
}
