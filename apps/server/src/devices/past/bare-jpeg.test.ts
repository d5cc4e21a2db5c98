import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareJpeg } from './bare-jpeg.ts';

/** Three pixels by two, red. */
const RED = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCfADKS/9k=',
  'base64',
);
const segment = (marker: number, text: string) => {
  const content = Buffer.from(text);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
const withinIt = (...more: Buffer[]) => Buffer.concat([RED.subarray(0, 2), ...more, RED.subarray(2)]);

test('nothing but the image is left: no place, no comment, nothing after the end', () => {
  const bare = bareJpeg(RED);
  const told = withinIt(segment(0xe1, 'Exif GPS 44.4 8.9'), segment(0xfe, 'di Mario'));
  expect(bareJpeg(Buffer.concat([told, Buffer.from('<script>')]))).toEqual(bare);
  expect(bare?.length).toBeLessThan(RED.length);
  expect(bare?.toString('latin1')).not.toMatch(/JFIF|GPS|Mario|script/);
});

test.each([
  ['empty', Buffer.alloc(0)],
  ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a page', Buffer.from('<html><script>alert(1)</script>')],
  ['cut off', RED.subarray(0, RED.length - 3)],
  ['of another kind of segment', withinIt(segment(0xc9, 'arithmetic'))],
  ['without a frame', Buffer.from('ffd8ffd9', 'hex')],
])('what is %s is no picture', (_what, bytes) => {
  expect(bareJpeg(bytes)).toBeUndefined();
});

test('a picture that would be immense once it is drawn is refused', () => {
  const at = RED.indexOf(Buffer.from([0xff, 0xc0]));
  const immense = Buffer.from(RED);
  immense.writeUInt16BE(60_000, at + 5);
  expect(at).toBeGreaterThan(0);
  expect(bareJpeg(immense)).toBeUndefined();
});

test('no bytes break it, and what it lets through it lets through again unchanged', () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((some) => Buffer.from(some));
  const damaged = fc
    .tuple(fc.nat(RED.length - 1), fc.nat(255))
    .map(([at, value]) => Buffer.concat([RED.subarray(0, at), Buffer.of(value), RED.subarray(at + 1)]));
  fc.assert(
    fc.property(fc.oneof(bytes, damaged), (given) => {
      const bare = bareJpeg(given);
      if (bare) expect(bareJpeg(bare)).toEqual(bare);
    }),
  );
});
