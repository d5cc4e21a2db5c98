import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TextInput } from './text-input.tsx';

test('a required field that is empty says so in Italian under itself, and the first one gets the focus', async () => {
  const send = vi.fn();
  render(
    <form onSubmit={send}>
      <TextInput label="Username" name="username" required />
      <TextInput label="Topic" name="topic" required />
      <button type="submit">Accedi</button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }));
  const username = screen.getByLabelText('Username');
  expect(username).toHaveAccessibleDescription('Questo campo è obbligatorio.');
  expect(username).toBeInvalid();
  expect(username).toHaveFocus();
  expect(screen.getByLabelText('Topic')).toHaveAccessibleDescription('Questo campo è obbligatorio.');
  expect(send).not.toHaveBeenCalled();

  await userEvent.type(username, 'a');
  expect(username).not.toHaveAccessibleDescription();
});
