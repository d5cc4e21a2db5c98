/** The numbers of the map (docs/rules.md#map). */
export const DEFAULT_CENTRE = { latitude: 41.9, longitude: 12.5 };
export const INITIAL_ZOOM = 6;
export const TILE_SIZE_PX = 256;
export const ICON_SIZE_PX = 40;
export const CLUSTER_RADIUS_PX = 80;
export const REFRESH_MS = 60_000;
