import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

function Opener({ onCancel }: { onCancel?: (() => void) | undefined }) {
  const [open, setOpen] = useState(false);
  const close =
    onCancel &&
    (() => {
      onCancel();
      setOpen(false);
    });
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Apri
      </button>
      {open && (
        <Dialog
          title="Domanda"
          {...(close && { onCancel: close })}
          actions={<button type="button">Sì</button>}
        />
      )}
    </>
  );
}
const opener = () => screen.getByRole('button', { name: 'Apri' });
const dialog = () => screen.queryByRole('dialog');

test('Esc closes at once and gives the focus back, so that the next key opens it again', async () => {
  const onCancel = vi.fn();
  render(<Opener onCancel={onCancel} />);
  await userEvent.click(opener());
  await userEvent.keyboard('{Escape}');
  expect(dialog()).toBeNull();
  expect(opener()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(dialog()).not.toBeNull();
  expect(onCancel).toHaveBeenCalledOnce();
});

test('what must be answered stays, however often Esc is pressed', async () => {
  render(<Opener />);
  await userEvent.click(opener());
  const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  screen.getByRole('button', { name: 'Sì' }).dispatchEvent(key);
  expect(key.defaultPrevented).toBe(true);
  expect(dialog()).not.toBeNull();
});
