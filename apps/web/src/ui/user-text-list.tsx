import styles from './user-text.module.css';

/** Longer than any real name. */
const CUT_ABOVE_LENGTH = 100;

/**
 * Texts typed by people, separated by commas. Each has its own text direction; a very long one is cut after three
 * lines.
 */
export function UserTextList({ texts }: { texts: readonly string[] }) {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two devices may have the same name
    <span key={index}>
      {index > 0 && ', '}
      <bdi className={text.length > CUT_ABOVE_LENGTH ? styles.userText : undefined}>{text}</bdi>
    </span>
  ));
}
