import { useState } from 'react';
import { Alert } from './alert.tsx';
import styles from './notice.module.css';

/** What became of an act: a sentence and, when it failed, the reason beside it. */
export type Notice = { kind: 'danger' | 'success'; text: string; reason?: string | undefined };

/** A notice in words: each sentence stands by itself. */
export function NoticeText({ text, reason }: Pick<Notice, 'text' | 'reason'>) {
  return (
    <>
      <p>{text}</p>
      {reason !== undefined && reason !== text && <p className="small">{reason}</p>}
    </>
  );
}

/** The last notice of a panel; `number` tells two equal notices apart. */
export type ShownNotice = Notice & { number: number };

/** Keeps the last notice: a newer one replaces it, `close` takes it away. */
export function useNotice() {
  const [shown, setShown] = useState<ShownNotice | null>(null);
  return {
    shown,
    tell: (notice: Notice) => setShown((last) => ({ ...notice, number: (last?.number ?? 0) + 1 })),
    close: () => setShown(null),
  };
}

/** The last notice, kept in sight at the top of a long panel; nothing when there is none. */
export function NoticeAlert(props: { shown: ShownNotice | null; closeLabel: string; onClose: () => void }) {
  const { shown, closeLabel, onClose } = props;
  if (shown === null) return null;
  return (
    <div className={styles.notice}>
      <Alert key={shown.number} kind={shown.kind} closeLabel={closeLabel} onClose={onClose}>
        <NoticeText {...shown} />
      </Alert>
    </div>
  );
}
