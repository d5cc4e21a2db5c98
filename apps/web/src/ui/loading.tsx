import styles from './loading.module.css';

/** Grey blocks in place of rows that are being read; they appear only after 300 ms. */
export function Loading({ label, blocks = 3 }: { label: string; blocks?: number }) {
  return (
    <div className={styles.loading} role="status">
      <span className="sr">{label}</span>
      {Array.from({ length: blocks }, (_, index) => `block-${index}`).map((key) => (
        <div key={key} className={styles.block} />
      ))}
    </div>
  );
}
