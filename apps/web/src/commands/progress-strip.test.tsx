import type { Delivery } from '@semaforo/contract/api/commands';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { WholeCommand } from '../api/last-command.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { sharesOf } from './command-shares.ts';
import { ProgressStrip } from './progress-strip.tsx';

const waiting = (id: number): Delivery => ({
  id,
  deviceId: id,
  device: `Segnale ${id}`,
  value: 'rosso',
  state: 'accettato',
  reason: null,
});

const command: WholeCommand = {
  commandId: 7,
  newestId: 7,
  origin: 'operatore',
  username: 'valdombra',
  value: 'rosso',
  createdAt: new Date(Date.now() - 5_000).toISOString(),
  whom: 'tutti',
  group: null,
  total: 2,
  deliveries: [waiting(1), waiting(2)],
  leftOut: [],
  confirmedAt: null,
};

test('a command that waits for a broker that is away can be stopped, though nothing can be sent', async () => {
  const onStop = vi.fn();
  const nothing = () => undefined;
  showWithCache(
    <ProgressStrip
      command={command}
      shares={sharesOf(command)}
      cutSince={null}
      disabled
      restorable
      onRetry={nothing}
      onRestore={nothing}
      onStop={onStop}
      onClose={nothing}
    />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Dettagli del comando' }));
  for (const button of screen.getAllByRole('button', { name: /^Ripristina/ })) expect(button).toBeDisabled();
  const stop = screen.getAllByRole('button', { name: 'Ferma l’invio' })[0] as HTMLElement;
  await waitFor(async () => {
    await userEvent.click(stop);
    expect(onStop).toHaveBeenCalled();
  });
});
