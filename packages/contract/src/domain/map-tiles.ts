/** The deepest zoom of the map (docs/rules.md#map). */
export const MAX_ZOOM = 19;
