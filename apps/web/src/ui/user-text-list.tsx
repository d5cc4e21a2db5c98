import styles from './user-text.module.css';

/** Longer than any name that is meant as one. */
const ENDLESS_ABOVE = 100;

/** Texts that people typed, with commas between: each apart from the direction of the others, and one without end cut after three lines. */
export function UserTextList({ texts }: { texts: readonly string[] }) {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two devices may have the same name
    <span key={index}>
      {index > 0 && ', '}
      <bdi className={text.length > ENDLESS_ABOVE ? styles.userText : undefined}>{text}</bdi>
    </span>
  ));
}
