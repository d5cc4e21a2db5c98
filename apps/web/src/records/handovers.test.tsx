import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { HandoverButton, HandoverLines } from './handovers.tsx';

const NOTE = {
  id: 3,
  text: 'Chiamare il COC alle 6',
  author: 'valdombra',
  written_at: '2026-11-20T01:00:00.000Z',
};

test('a handover is a line until somebody takes it', async () => {
  const server = fakeServer({
    listHandovers: [200, { handovers: [NOTE] }],
    takeHandover: [200, { handovers: [] }],
  });
  showWithCache(<HandoverLines />);
  expect(await screen.findByRole('region', { name: 'Consegna del turno' })).toHaveTextContent(
    /Chiamare il COC alle 6 \(valdombra, /,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Presa' }));
  await waitFor(() => expect(server.callsOf('takeHandover')).toHaveLength(1));
});

test('a handover is written for the next shift, and a failure keeps what was typed', async () => {
  const server = fakeServer({ writeHandover: [503, { error: 'Non disponibile', code: 'unavailable' }] });
  showWithCache(<HandoverButton />);
  await userEvent.click(screen.getByRole('button', { name: 'Lascia una consegna' }));
  const field = screen.getByRole('textbox', { name: 'Che cosa deve sapere chi arriva' });
  await userEvent.click(screen.getByRole('button', { name: 'Lascia' }));
  expect(server.bodiesOf('writeHandover')).toEqual([]);
  await userEvent.type(field, NOTE.text);
  await userEvent.click(screen.getByRole('button', { name: 'Lascia' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Non disponibile');
  expect(field).toHaveValue(NOTE.text);
  expect(server.bodiesOf('writeHandover')).toEqual([{ text: NOTE.text }]);
});
