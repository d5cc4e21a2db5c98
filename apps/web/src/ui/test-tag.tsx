import { Tag } from './tag.tsx';

/** Marks what is no real state of things: a double edge and a word, in no color of a lamp. */
export function TestTag({ small = true }: { small?: boolean }) {
  return (
    <Tag kind="test" small={small}>
      PROVA
    </Tag>
  );
}
