import { useState } from 'react';
import { Button } from './button.tsx';
import layoutStyles from './layout.module.css';

type CopyButtonProps = { text: string; label: string; copiedText: string };

const FAILED = 'Il browser non permette di copiare: seleziona il testo';

/** Copies a text to the clipboard and says whether that worked: a page without HTTPS may not. */
export function CopyButton({ text, label, copiedText }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome(copiedText);
    } catch {
      setOutcome(FAILED);
    }
  }

  return (
    <span className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
      <Button variant="outline" size="small" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="small">
        {outcome}
      </span>
    </span>
  );
}
