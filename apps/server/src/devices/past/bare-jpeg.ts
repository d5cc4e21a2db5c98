import { PICTURE_MAX_SIDE } from '@semaforo/contract/domain/device-picture';

const END = 0xd9;
const SCAN = 0xda;
/** Frames (baseline to progressive), Huffman and quantization tables, restart interval, scan (ITU-T T.81, B.1). */
const OF_THE_IMAGE = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, SCAN, END]);
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const COMMENT = 0xfe;

/**
 * A JPEG with nothing in it but its image: no place, camera, thumbnail or comment, and nothing after its end.
 * Undefined for what is no JPEG, or has a side over PICTURE_MAX_SIDE.
 */
export function bareJpeg(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  const kept = [bytes.subarray(0, 2)];
  let hasFrame = false;
  let at = 2;
  for (;;) {
    const part = partAt(bytes, at);
    if (!part) return undefined;
    hasFrame ||= FRAMES.has(part.marker);
    if (OF_THE_IMAGE.has(part.marker)) kept.push(bytes.subarray(at, part.end));
    if (part.marker === END) return hasFrame ? Buffer.concat(kept) : undefined;
    at = part.end;
  }
}

/** The segment that begins there, a scan with its data; undefined where there is none that a picture may have. */
function partAt(bytes: Buffer, at: number): { marker: number; end: number } | undefined {
  const marker = bytes[at + 1] ?? 0;
  if (bytes[at] !== 0xff || !(OF_THE_IMAGE.has(marker) || isOverhead(marker))) return undefined;
  if (marker === END) return { marker, end: at + 2 };
  if (at + 4 > bytes.length) return undefined;
  const end = at + 2 + bytes.readUInt16BE(at + 2);
  if (end > bytes.length || (FRAMES.has(marker) && !isSmallFrame(bytes, at))) return undefined;
  return { marker, end: marker === SCAN ? endOfScan(bytes, end) : end };
}

/** Of applications, such as Exif, and comments. */
function isOverhead(marker: number): boolean {
  return (marker & 0xf0) === 0xe0 || marker === COMMENT;
}

/** After the length and the precision stand height and width. */
function isSmallFrame(bytes: Buffer, at: number): boolean {
  if (at + 9 > bytes.length) return false;
  const sides = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
  return sides.every((side) => side > 0 && side <= PICTURE_MAX_SIDE);
}

/** Where the next marker stands: within a scan 0xff is followed by 0 or by the number of a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}
