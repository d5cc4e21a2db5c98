import './user-text.css';

/** Texts that people typed, with commas between: each apart from the direction of the others, and none so long that it hides them. */
export function UserTextList({ texts }: { texts: readonly string[] }) {
  return (
    <span className="user-text-list">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two devices may have the same name
        <span key={index}>
          {index > 0 && ', '}
          <bdi>{text}</bdi>
        </span>
      ))}
    </span>
  );
}
