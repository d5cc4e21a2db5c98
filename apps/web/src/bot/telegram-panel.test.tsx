import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { queryKeys } from '../api/query-keys.ts';
import { type Answers, fakeServer, lateReply } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { TelegramPanel } from './telegram-panel.tsx';

const PHONE = { id: 4, title: 'Anna', linked_at: '2026-11-21T10:00:00.000Z' };
const GROUP = { id: 9, title: 'Protezione civile', linked_at: '2026-11-21T11:00:00.000Z' };
const code = (leftMs: number) => ({
  code: 'ABCDE23456',
  expires_at: new Date(Date.now() + leftMs).toISOString(),
});
const RUNNING = {
  getBotStatus: [200, { running: true }],
  listLinkedChats: [200, { chats: [] }],
  createLinkCode: [200, code(600_000)],
} satisfies Answers;

test('a new code is shown with its command, how long it works and that it works once', async () => {
  fakeServer(RUNNING);
  showWithCache(<TelegramPanel />);
  expect(await screen.findByText('Attivo')).toBeVisible();
  expect(await screen.findByText('Nessuna chat collegata.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Genera codice' }));
  expect(await screen.findByText('/collega ABCDE23456')).toBeVisible();
  expect(screen.getByText(/ancora per (10:00|9:5\d)/)).toBeVisible();
  expect(screen.getByText(/Vale una volta sola/)).toBeVisible();
});

test('an expired code is not shown', async () => {
  fakeServer({ ...RUNNING, createLinkCode: [200, code(-1)] });
  showWithCache(<TelegramPanel />);
  await userEvent.click(await screen.findByRole('button', { name: 'Genera codice' }));
  expect(await screen.findByText('Il codice è scaduto: generane un altro.')).toBeVisible();
  expect(screen.queryByText(/ABCDE/)).toBeNull();
});

test('when the code was used, the panel shows the new chat in place of the code', async () => {
  fakeServer({ ...RUNNING, listLinkedChats: [200, { chats: [PHONE] }] });
  const { queryClient } = showWithCache(<TelegramPanel />);
  await screen.findByText('Anna');
  await userEvent.click(screen.getByRole('button', { name: 'Genera codice' }));
  await screen.findByText('/collega ABCDE23456');
  fakeServer({ ...RUNNING, listLinkedChats: [200, { chats: [PHONE, GROUP] }] });
  await queryClient.invalidateQueries({ queryKey: queryKeys.linkedChats });
  expect(await screen.findByText('✅ Chat collegata: Protezione civile')).toBeVisible();
  expect(screen.queryByText(/ABCDE/)).toBeNull();
});

test('a chat is unlinked after a confirmation, and the heading of the list gets the focus', async () => {
  const answers: Answers = {
    ...RUNNING,
    listLinkedChats: [200, { chats: [PHONE, GROUP] }],
    unlinkChat: [204, null],
  };
  const server = fakeServer(answers);
  showWithCache(<TelegramPanel />);
  const unlink = await screen.findByRole('button', { name: 'Scollega Protezione civile' });
  const sent = () => server.bodiesOf('unlinkChat').length;
  await userEvent.click(unlink);
  const dialog = within(screen.getByRole('alertdialog', { name: 'Confermi scollegamento chat?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Annulla' }));
  expect(sent()).toBe(0);
  await userEvent.click(unlink);
  answers.listLinkedChats = [200, { chats: [PHONE] }];
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Scollega' }));
  expect(await screen.findByText('Chat scollegata')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Protezione civile')).toBeNull());
  expect(sent()).toBe(1);
  expect(screen.getByRole('heading', { name: 'Chat collegate' })).toHaveFocus();
});

test('a chat that was already unlinked shows a failure and leaves the list', async () => {
  const answers: Answers = { ...RUNNING, listLinkedChats: [200, { chats: [PHONE, GROUP] }] };
  fakeServer(answers);
  showWithCache(<TelegramPanel />);
  await userEvent.click(await screen.findByRole('button', { name: 'Scollega Protezione civile' }));
  answers.listLinkedChats = [200, { chats: [PHONE] }];
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Scollega' }));
  expect(await screen.findByText('Errore scollegamento chat')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Protezione civile')).toBeNull());
  expect(screen.getByText('Anna')).toBeVisible();
});

test('a chat that was linked before the code is not shown as new', async () => {
  const { reply, give } = lateReply('listLinkedChats');
  fakeServer({ ...RUNNING, listLinkedChats: reply });
  showWithCache(<TelegramPanel />);
  await userEvent.click(await screen.findByRole('button', { name: 'Genera codice' }));
  await screen.findByText('/collega ABCDE23456');
  give(200, { chats: [PHONE] });
  expect(await screen.findByText('Anna')).toBeVisible();
  expect(screen.queryByText(/Chat collegata:/)).toBeNull();
  expect(screen.getByText('/collega ABCDE23456')).toBeVisible();
});

test('without a bot the panel says so, and a refused code shows the server’s reason', async () => {
  fakeServer({
    ...RUNNING,
    getBotStatus: [200, { running: false }],
    createLinkCode: [
      503,
      { error: 'Il bot Telegram non è configurato su questo server', code: 'bot-not-configured' },
    ],
  });
  showWithCache(<TelegramPanel />);
  expect(await screen.findByText(/Finché il bot non è attivo/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Genera codice' }));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Errore generazione codice')).toBeVisible();
  expect(alert.getByText('Il bot Telegram non è configurato su questo server')).toBeVisible();
});

test('chats that cannot be read show a failure, and a button reads them again', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const answers: Answers = { ...RUNNING, listLinkedChats: [500, {}] };
  fakeServer(answers);
  showWithCache(<TelegramPanel />);
  await screen.findByText('Errore caricamento chat collegate');
  answers.listLinkedChats = [200, { chats: [PHONE] }];
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }));
  expect(await screen.findByText('Anna')).toBeVisible();
});
