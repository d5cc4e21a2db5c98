import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FrameKeys } from './frame-keys.tsx';

function showPage() {
  render(
    <>
      <main>
        <input type="search" aria-label="Cerca" />
      </main>
      <FrameKeys />
    </>,
  );
}
const search = () => screen.getByRole('searchbox');

test('/ goes to the search, where the keys are text', async () => {
  showPage();
  await userEvent.keyboard('/');
  expect(search()).toHaveFocus();
  await userEvent.keyboard('?/');
  expect(search()).toHaveValue('?/');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('? says what the keys do; turned off there, they do nothing until they are turned on again', async () => {
  showPage();
  await userEvent.keyboard('?');
  const active = await screen.findByRole('checkbox', { name: 'Scorciatoie attive' });
  await userEvent.click(active);
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi' }));
  await userEvent.keyboard('/');
  expect(search()).not.toHaveFocus();
  expect(localStorage.getItem('shortcuts')).toBe('off');
});
