import { deviceRecord, lampsWith } from '@semaforo/testing/factories';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createDeviceStatuses, type DeviceStatuses, findDevice } from '../../api/device-snapshot.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { serverNow } from '../../platform/server-clock.ts';
import { type Answers, fakeServer, lateReply } from '../../test/fake-server.ts';
import { SignalCard } from './signal-card.tsx';

function showCard(changes: Parameters<typeof deviceRecord>[0], name: string) {
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <SignalCard device={deviceRecord(changes)} linkUp />
    </QueryClientProvider>,
  );
  return { ...within(screen.getByRole('article', { name })), queryClient };
}

test('a confirmed signal says its color, that it is confirmed, and when it last reported', () => {
  const card = showCard({}, 'Diga Vecchia');
  expect(card.getByRole('img', { name: 'Verde acceso, confermato' })).toBeVisible();
  expect(card.getByText('VERDE')).toBeVisible();
  expect(card.getByText('Confermato')).toBeVisible();
  const written = (_: string, element: Element | null) =>
    element?.textContent === 'Ultimo aggiornamento: 20/11/2026, 03:00:00';
  expect(card.getByText(written)).toBeVisible();
});

test('a signal without a name shows its topic in monospace', () => {
  const card = showCard({ device_name: null }, '/3/valdombra/s1');
  expect(card.getByRole('heading')).toHaveClass('mono');
});

test('a signal that never reported says so, without a date', () => {
  const card = showCard({ status: null, updated_at: null }, 'Diga Vecchia');
  expect(card.getByText('---')).toBeVisible();
  expect(card.getByText('Nessun dato')).toBeVisible();
  expect(card.getByText('Mai sentito')).toBeVisible();
  expect(card.queryByText(/Ultimo aggiornamento/)).toBeNull();
});

test('a signal in error says ERRORE and why, and shows no color', () => {
  const card = showCard({ error: true, error_reason: 'Dispositivo non in linea' }, 'Diga Vecchia');
  expect(card.getByText('ERRORE')).toBeVisible();
  expect(card.getByText('Dispositivo non in linea')).toBeVisible();
  expect(card.queryByText('VERDE')).toBeNull();
  const error_since = new Date(serverNow() - 754_000).toISOString();
  const failing = { device_name: 'Stazione', error: true, error_reason: 'Silenziosa', error_since };
  const lasting = showCard(failing, 'Stazione');
  expect(lasting.getByText(/^Silenziosa,/)).toHaveTextContent('Silenziosa, da 12 min');
});

test('a signal that misses its rhythm says for how long it is silent, lights no lamp and has no tick', () => {
  const silent_since = new Date(serverNow() - 190_000).toISOString();
  const card = showCard({ silent_since }, 'Diga Vecchia');
  expect(card.getByText(/^Tace da/)).toHaveTextContent('Tace da 3 min');
  expect(card.getByText('VERDE')).toBeVisible();
  expect(card.getByRole('img').querySelectorAll('[data-lit]')).toHaveLength(0);
  expect(card.queryByText('Confermato')).toBeNull();
  expect(card.queryByText('Non aggiornato')).toBeNull();
});

test('a pending command keeps the confirmed color and names the awaited one', () => {
  const card = showCard({ pending: 'arancio' }, 'Diga Vecchia');
  expect(card.getByText('VERDE')).toBeVisible();
  expect(card.getByText('In attesa: arancio')).toBeVisible();
});

test('a last known state without a time shows no date', () => {
  const card = showCard({ updated_at: null, stale: true }, 'Diga Vecchia');
  expect(card.getByText('Ultimo aggiornamento: ---')).toBeVisible();
  expect(card.getByText('Non aggiornato')).toBeVisible();
});

test('a signal that only says that its lamps are dark is on line, with no lamp lit', () => {
  const card = showCard({ status: null, lamps: lampsWith({}) }, 'Diga Vecchia');
  expect(card.getByText('SPENTO')).toBeVisible();
  expect(card.getByText('In linea, nessuna lampada accesa')).toBeVisible();
  expect(card.queryByText('Nessun dato')).toBeNull();
});

test('lamps of which the device has not spoken since before are named with the age of their word', () => {
  const old = { fresh: false, said_at: new Date(Date.now() - 14 * 60_000).toISOString() };
  const lamps = lampsWith({ arancio: { on: true }, giallo: old, verde: old });
  const card = showCard({ status: 'arancio', lamps }, 'Diga Vecchia');
  expect(card.getByText('Confermato')).toBeVisible();
  expect(card.getByText(/^Giallo e verde: detto 14 min fa$/)).toBeVisible();
});

test('two lit lamps are both drawn, and named as the error', () => {
  const lamps = lampsWith({ verde: { on: true }, rosso: { on: true } });
  const reason = 'Più lampade accese: verde e rosso';
  const card = showCard({ lamps, error: true, error_reason: reason }, 'Diga Vecchia');
  expect(card.getByText('ERRORE')).toBeVisible();
  expect(card.getByText(reason)).toBeVisible();
  expect(card.getByRole('img').querySelectorAll('[data-lit]')).toHaveLength(2);
});

test('a signal in error that is commanded again says both', () => {
  const card = showCard({ error: true, pending: 'arancio' }, 'Diga Vecchia');
  expect(card.getByText('ERRORE')).toBeVisible();
  expect(card.getByText('In attesa: arancio')).toBeVisible();
});

const DESIRED = {
  value: 'rosso',
  since: '2026-11-20T19:33:12.000Z',
  by: 'valdombra',
  source: 'command',
  reasserted: 0,
} as const;
const ACCEPTED = { ...DESIRED, value: 'arancio', since: '2026-11-20T19:36:00.000Z' } as const;
const OUT_OF_SYNC = { status: 'arancio', desired: DESIRED, out_of_sync: true } as const;

test('a signal that differs from its command says what was asked and what it shows, without a tick', () => {
  const card = showCard(OUT_OF_SYNC, 'Diga Vecchia');
  expect(card.getByRole('img', { name: 'Arancio acceso, chiesto rosso' })).toBeVisible();
  expect(card.getByText('Diverso')).toBeVisible();
  expect(card.getByText(/^Mostra arancio invece di rosso, chiesto .*alle 20:33$/)).toBeVisible();
  expect(card.queryByText('Confermato')).toBeNull();
  expect(screen.getByRole('article')).toHaveAttribute('data-out-of-sync', 'true');
});

/**
 * Shows the card of a signal out of sync over a server with that answer, presses the button, and gives the device of
 * the cache.
 */
async function acceptReported(answers: Answers) {
  const server = fakeServer(answers);
  const { queryClient, ...card } = showCard(OUT_OF_SYNC, 'Diga Vecchia');
  queryClient.setQueryData(queryKeys.deviceStatuses, createDeviceStatuses([deviceRecord(OUT_OF_SYNC)]));
  const known = () => {
    const statuses = queryClient.getQueryData<DeviceStatuses>(queryKeys.deviceStatuses);
    return statuses && findDevice(statuses, '/3/valdombra/s1');
  };
  const replace = (record: ReturnType<typeof deviceRecord>) =>
    queryClient.setQueryData(queryKeys.deviceStatuses, createDeviceStatuses([record]));
  await userEvent.click(card.getByRole('button', { name: 'Accetta ciò che mostra' }));
  return { server, card, known, replace };
}

test('a person accepts what it shows, and the difference is over', async () => {
  const { server, known } = await acceptReported({
    acceptReported: [200, deviceRecord({ status: 'arancio', desired: ACCEPTED })],
  });
  await waitFor(() =>
    expect(known()).toMatchObject({ desired: ACCEPTED, out_of_sync: false, status: 'arancio' }),
  );
  expect(server.callsOf('acceptReported')[0]?.params).toEqual({ id: '1' });
  expect(screen.getByRole('heading', { name: 'Diga Vecchia' })).toHaveFocus();
});

test('what was asked since is not ended by a late answer', async () => {
  const late = lateReply('acceptReported');
  const { known, replace } = await acceptReported({ acceptReported: late.reply });
  replace(deviceRecord({ ...OUT_OF_SYNC, desired: { ...DESIRED, since: '2026-11-20T19:40:00.000Z' } }));
  late.give(200, deviceRecord({ status: 'arancio' }));
  const button = screen.getByRole('button', { name: 'Accetta ciò che mostra' });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  expect(known()?.out_of_sync).toBe(true);
});

test('what could not be accepted stays, with the reason', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { card, known } = await acceptReported({
    acceptReported: [409, { error: 'Il dispositivo ha un comando in attesa', code: 'command-pending' }],
  });
  expect(await card.findByRole('alert')).toHaveTextContent('Il dispositivo ha un comando in attesa');
  expect(known()?.out_of_sync).toBe(true);
});

test('without an answer it is not said to be accepted', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { card } = await acceptReported({ acceptReported: 'unreachable' });
  expect(await card.findByRole('alert')).toHaveTextContent(/^Il server non ha risposto/);
});

test('a signal in maintenance is drawn apart: no error, no ≠ and no tick, with until when, why and by whom', () => {
  const until = new Date(serverNow() + 3 * 86_400_000).toISOString();
  const maintenance = { until, reason: 'Lampada nuova', by: 'valdombra', since: '2026-11-20T01:00:00.000Z' };
  const wrong = {
    error: true,
    error_reason: 'Dispositivo non in linea',
    out_of_sync: true,
    desired: {
      value: 'rosso',
      since: '2026-11-20T01:00:00.000Z',
      by: 'valdombra',
      source: 'command',
      reasserted: 0,
    },
  } as const;
  const card = showCard({ ...wrong, maintenance }, 'Diga Vecchia');
  expect(card.getByText('MANUTENZIONE')).toBeVisible();
  expect(card.getByText(/^In manutenzione fino al .+ alle \d\d:\d\d:/)).toHaveTextContent(
    'Lampada nuova (valdombra)',
  );
  expect(card.getByRole('img', { name: 'In manutenzione, ultimo stato noto verde' })).toBeVisible();
  for (const word of ['ERRORE', 'Diverso', 'Confermato', 'Accetta ciò che mostra']) {
    expect(card.queryByText(word)).toBeNull();
  }
  const well = showCard({ device_name: 'Ponte', maintenance }, 'Ponte');
  expect(well.getByRole('img', { name: 'In manutenzione, mostra verde' })).toBeVisible();
  expect(well.queryByText('Confermato')).toBeNull();
});
