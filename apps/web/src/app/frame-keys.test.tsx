import { deviceRecord, user } from '@semaforo/testing/factories';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { storeAccessToken } from '../api/session.ts';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { FrameKeys } from './frame-keys.tsx';

const PUBLIC_SETTINGS = {
  ...{ tileAttribution: '', accessibilityUrl: null, feedbackUrl: null, privacyUrl: null },
  ...{ alarmRaiseSeconds: 60, supportContact: 'Ufficio tecnico, 0123 456789' },
  oidcName: null,
};

function Where() {
  return <output>{useLocation().pathname}</output>;
}

function showPage() {
  fakeServer({
    getPublicSettings: [200, PUBLIC_SETTINGS],
    getMe: [200, user()],
    listDeviceStatuses: [200, [deviceRecord({ id: 7, device_name: 'Sottopasso Mulini' })]],
  });
  showWithCache(
    <MemoryRouter>
      <main>
        <input type="search" aria-label="Cerca" />
      </main>
      <FrameKeys />
      <Where />
    </MemoryRouter>,
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

test('? says what lamps mean, whom to ask and what the keys do; turned off there, they do nothing until they are turned on again', async () => {
  showPage();
  await userEvent.keyboard('?');
  const active = await screen.findByRole('checkbox', { name: 'Scorciatoie attive' });
  expect(screen.getByRole('img', { name: 'Diverso dal comando' })).toBeVisible();
  expect(await screen.findByText('Ufficio tecnico, 0123 456789')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Guida dell’operatore' })).toHaveAttribute('href', '/guida.html');
  await userEvent.click(active);
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi' }));
  await userEvent.keyboard('/');
  expect(search()).not.toHaveFocus();
  expect(localStorage.getItem('shortcuts')).toBe('off');
});

test('Ctrl-K finds a device or a page by name, and Enter goes there', async () => {
  storeAccessToken('t1');
  showPage();
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Segnale, lanterna o pagina' });
  expect(field).toHaveFocus();
  await userEvent.keyboard('mulini');
  expect(await screen.findByRole('option', { name: /Sottopasso Mulini/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('/devices/7');
  expect(screen.queryByRole('dialog')).toBeNull();

  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('/map');
  expect(screen.queryByRole('option', { name: /Gestisci/ })).toBeNull();
});
