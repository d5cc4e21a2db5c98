/** A picture of the place of a device has at most so many bytes, and pixels on a side (docs/rules.md#pictures). */
export const PICTURE_MAX_BYTES = 300 * 1024;
export const PICTURE_MAX_SIDE = 1600;
