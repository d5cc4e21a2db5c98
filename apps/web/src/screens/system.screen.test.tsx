import type { SystemRecord } from '@semaforo/contract/api/system';
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { forgetLiveConnection, noteLiveConnection } from '../live/live-connection.ts';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { SystemScreen } from './system.screen.tsx';

const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();

const WELL: SystemRecord = {
  read_at: at(0),
  started_at: at(90_000),
  version: '0.2.0',
  figures: {
    confirmation: { median_s: 0.5, most_s: 2 },
    messages: { received: 18_204, ignored: 12 },
    devices: { total: 100, well: 97, error: 3 },
    pages: 7,
  },
  broker: { health: 'ok', address: 'broker.interno:8883', since: at(7200), reason: null },
  database: { health: 'ok', engine: 'postgres', response_ms: 3 },
  disk: { health: 'ok', free_bytes: 20e9, total_bytes: 40e9, full_in_days: null },
  bulletin: { health: 'ok', reading: true, issued_at: at(3600), next_try_at: at(-60), failure: null },
  backup: { health: 'ok', scheduled: true, good_at: at(3600), failure: null },
  telegram: { health: 'ok', waiting: 0 },
  mail: { health: 'off', waiting: 0, failure: null },
  service: { health: 'ok', memory_bytes: 212e6, lag_ms: 4, under_way: 0 },
};

function show(system: SystemRecord) {
  fakeServer({ getSystem: [200, system] });
  showWithCache(<SystemScreen />);
}
const part = async (name: string) => {
  const heading = await screen.findByText(name, { selector: 'b' });
  return within(heading.closest('li') as HTMLElement);
};

afterEach(forgetLiveConnection);

test('when all is well, every part says so and nothing is to be done', async () => {
  show(WELL);
  expect((await part('Broker MQTT')).getByText('Connesso')).toBeVisible();
  expect((await part('Base dati')).getByText('PostgreSQL, risposta in 3 ms.')).toBeVisible();
  expect((await part('Disco')).getByText('20 GB liberi su 40 GB.')).toBeVisible();
  expect(
    (await part('Servizio')).getByText(/Versione 0\.2\.0, 212 MB, coda dei comandi vuota/),
  ).toBeVisible();
  expect(screen.getByText('97/100')).toBeVisible();
  expect(screen.getByText('18.204')).toBeVisible();
  expect(screen.queryByText('Che cosa fare.')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Da fare' })).toBeNull();
});

test('one of a thing is said in the singular', async () => {
  show({
    ...WELL,
    figures: { ...WELL.figures, messages: { received: 1, ignored: 1 }, pages: 1 },
    service: { ...WELL.service, under_way: 1 },
  });
  expect((await part('Servizio')).getByText(/1 consegna in corso/)).toBeVisible();
  expect(screen.getByText('pagina collegata in diretta')).toBeVisible();
  expect(screen.getByText('messaggio ricevuto dall’avvio, 1 ignorato')).toBeVisible();
  expect(screen.getByText(/per metà delle conferme, 2\ss per il 99 %/)).toBeVisible();
});

test('what is poor or broken is named above and says what to do', async () => {
  show({
    ...WELL,
    broker: { ...WELL.broker, health: 'bad', reason: 'Connessione rifiutata' },
    disk: { health: 'warning', free_bytes: 4.1e9, total_bytes: 40e9, full_in_days: 3 },
    backup: { health: 'bad', scheduled: true, good_at: at(147_600), failure: 'La cartella non è scrivibile' },
  });
  const todo = await screen.findByRole('region', { name: 'Da fare' });
  expect(todo).toHaveTextContent('3 cose da fare');
  expect(todo).toHaveTextContent('Broker MQTT: non raggiungibile');
  expect((await part('Broker MQTT')).getByText(/Connessione rifiutata/)).toBeVisible();
  expect((await part('Disco')).getByText('Poco spazio')).toBeVisible();
  expect(
    (await part('Disco')).getByText(/Al ritmo degli ultimi giorni, pieno fra circa 3 giorni\./),
  ).toBeVisible();
  expect((await part('Disco')).getByText('Che cosa fare.')).toBeVisible();
  expect((await part('Copie di sicurezza')).getByText(/La cartella non è scrivibile/)).toBeVisible();
});

test('what could not be read is not known, and what is off is off: neither is well', async () => {
  show({
    ...WELL,
    disk: { health: 'unknown', free_bytes: null, total_bytes: null, full_in_days: null },
    bulletin: { health: 'off', reading: false, issued_at: null, next_try_at: null, failure: null },
    telegram: { health: 'off', waiting: null },
    figures: { ...WELL.figures, confirmation: null },
  });
  expect((await part('Disco')).getByText('Non noto')).toBeVisible();
  expect((await part('Bollettino')).getByText('A mano')).toBeVisible();
  expect((await part('Telegram')).getByText('Non attivo')).toBeVisible();
  expect(screen.getByText('nessun comando confermato dall’avvio')).toBeVisible();
});

test('a reading that fails is told', async () => {
  fakeServer({ getSystem: [503, { error: 'Non disponibile', code: 'unavailable' }] });
  showWithCache(<SystemScreen />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Lo stato del sistema non è stato letto.');
});

test('while the link is cut, nothing that was well is shown as well', async () => {
  show(WELL);
  const pill = async () => (await part('Base dati')).getByText('In ordine').closest('[data-kind]');
  expect(await pill()).toHaveAttribute('data-kind', 'ok');
  act(() => noteLiveConnection(true, Date.now()));
  act(() => noteLiveConnection(false, Date.now()));
  expect(screen.getByRole('alert')).toHaveTextContent('può non essere più vero');
  expect(await pill()).toHaveAttribute('data-kind', 'stale');
});
