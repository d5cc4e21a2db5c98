import { UserText } from './user-text.tsx';

/** Far longer than any real name: it would take the sentence. */
const CUT_ABOVE_LENGTH = 200;

/** Texts typed by people, with commas between. Each has its own direction; a very long one is cut in the middle. */
export function UserTextList({ texts }: { texts: readonly string[] }) {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two devices may have the same name
    <span key={index}>
      {index > 0 && ', '}
      {text.length > CUT_ABOVE_LENGTH ? <UserText>{text}</UserText> : <bdi>{text}</bdi>}
    </span>
  ));
}
