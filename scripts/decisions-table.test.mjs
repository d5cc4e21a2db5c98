import { expect, test } from 'vitest';
import { decisionsIndex } from './decisions-table.mjs';

const record = (file, title, status) => ({
  file,
  text: `# ${title}\n\nStatus: ${status} Date: 2026-11-20.\n\n## Context\n`,
});

test('the index lists the marked records first and the superseded ones last', () => {
  const page = decisionsIndex([
    record('0001-a.md', '0001 One', 'accepted.'),
    record('0002-b.md', '0002 Two', 'accepted. Read first.'),
    record('0003-c.md', '0003 Three', 'superseded by 0002.'),
  ]);
  const listed = [...page.matchAll(/^## (.+)|^- \[(\d+)\]/gm)].map(
    ([, heading, number]) => heading ?? number,
  );
  expect(listed).toEqual(['Read these first', '0002', 'In force', '0001', '0002', 'Superseded', '0003']);
});

test('a record whose number or status is wrong is refused', () => {
  expect(() => decisionsIndex([record('0001-a.md', '0002 One', 'accepted.')])).toThrow('0001-a.md');
  expect(() => decisionsIndex([record('0001-a.md', '0001 One', 'maybe.')])).toThrow('0001-a.md');
});
