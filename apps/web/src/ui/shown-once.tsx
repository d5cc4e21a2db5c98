import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CodeLines } from './code-lines.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

type ShownOnceProps = {
  title: ReactNode;
  /** With its article, as in 'la chiave'; `copied`: what is said of it then. */
  what: string;
  copied: string;
  label: string;
  text: string;
  onClose: () => void;
  /** What it is for, and that it is seen now only. */
  children: ReactNode;
};

/** A text that the server answers this once. Esc does not close it: it would be lost by a slip. */
export function ShownOnce({ title, what, copied, label, text, onClose, children }: ShownOnceProps) {
  return (
    <Dialog title={title} wide actions={<Button onClick={onClose}>Ho copiato {what}</Button>}>
      <p>{children}</p>
      <CodeLines label={label}>{text}</CodeLines>
      <CopyButton text={text} label={`Copia ${what}`} copiedText={copied} />
    </Dialog>
  );
}
