import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { queryKeys } from '../api/query-keys.ts';
import { type Answers, fakeServer, lateReply } from '../test/fake-server.ts';
import { Noticed } from '../test/noticed.tsx';
import { showWithCache } from '../test/show-with-cache.tsx';
import { UserSettingsPanel } from './user-settings-panel.tsx';

const SETTINGS = {
  settings: [
    { key: 'colore', value: 'blu' },
    { key: 'note', value: 'ponte' },
  ],
};

function open(answers: Answers = {}) {
  const server = fakeServer({ listUserSettings: [200, SETTINGS], ...answers });
  const { queryClient } = showWithCache(
    <Noticed>
      {(notify) => <UserSettingsPanel user={{ id: 4, username: 'valdombra' }} onNotice={notify} />}
    </Noticed>,
  );
  return Object.assign(server, { queryClient });
}

test('a renamed key is saved with its value when the focus leaves the row', async () => {
  const server = open({ renameUserSetting: [200, SETTINGS] });
  const key = await screen.findByLabelText('Impostazione colore');
  await userEvent.clear(key);
  await userEvent.type(key, 'tinta');
  await userEvent.tab();
  expect(server.bodiesOf('renameUserSetting')).toEqual([]);
  await userEvent.clear(screen.getByLabelText('Contenuto di colore'));
  await userEvent.type(screen.getByLabelText('Contenuto di colore'), 'verde');
  await userEvent.click(screen.getByLabelText('Impostazione note'));
  await waitFor(() =>
    expect(server.bodiesOf('renameUserSetting')).toEqual([{ newKey: 'tinta', value: 'verde' }]),
  );
  expect(server.callsOf('renameUserSetting')[0]?.params).toEqual({ id: '4', key: 'colore' });
  expect(await screen.findByText('Salvato')).toBeVisible();
});

test('a row that loses the focus twice before the answer is saved once', async () => {
  const { reply, give } = lateReply('renameUserSetting');
  const server = open({ renameUserSetting: reply });
  const value = await screen.findByLabelText('Contenuto di note');
  await userEvent.type(value, '!');
  await userEvent.click(screen.getByLabelText('Impostazione colore'));
  await userEvent.click(value);
  await userEvent.click(screen.getByLabelText('Impostazione colore'));
  give(200, { settings: [{ key: 'note', value: 'ponte!' }] });
  expect(await screen.findByText('Salvato')).toBeVisible();
  expect(server.bodiesOf('renameUserSetting')).toEqual([{ newKey: 'note', value: 'ponte!' }]);
});

test('a row that was not edited shows changes of other users and saves nothing', async () => {
  const server = open({ renameUserSetting: [200, SETTINGS] });
  const value = await screen.findByLabelText('Contenuto di note');
  const changed = { settings: [{ key: 'note', value: 'argine' }] };
  server.queryClient.setQueryData(queryKeys.userSettings(4), changed);
  await waitFor(() => expect(value).toHaveValue('argine'));
  await userEvent.click(value);
  await userEvent.click(screen.getByLabelText('Chiave'));
  expect(server.bodiesOf('renameUserSetting')).toEqual([]);
});

test('Enter saves a row, and leaving it afterwards does not save it again', async () => {
  const server = open({ renameUserSetting: [200, SETTINGS] });
  await userEvent.type(await screen.findByLabelText('Contenuto di colore'), '!{Enter}');
  await userEvent.click(screen.getByLabelText('Impostazione note'));
  expect(await screen.findByText('Salvato')).toBeVisible();
  await userEvent.click(screen.getByLabelText('Contenuto di note'));
  expect(server.bodiesOf('renameUserSetting')).toEqual([{ newKey: 'colore', value: 'blu!' }]);
});

test('a change that was refused can be sent again with Enter', async () => {
  const server = open({ renameUserSetting: [500, {}] });
  await userEvent.type(await screen.findByLabelText('Contenuto di colore'), '!{Enter}');
  expect(await screen.findByText('Errore salvataggio impostazione')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(server.bodiesOf('renameUserSetting')).toHaveLength(2));
});

test('the alert about a refused change goes once the same field is saved', async () => {
  open({ renameUserSetting: [500, {}] });
  await userEvent.type(await screen.findByLabelText('Contenuto di colore'), '!{Enter}');
  expect(await screen.findByText('Errore salvataggio impostazione')).toBeVisible();
  fakeServer({ renameUserSetting: [200, SETTINGS] });
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Impostazione salvata con successo')).toBeVisible();
  expect(screen.queryByText('Errore salvataggio impostazione')).toBeNull();
});

test('a key that is renamed with Enter keeps the focus in its new row', async () => {
  open({ renameUserSetting: [200, SETTINGS] });
  await userEvent.type(await screen.findByLabelText('Impostazione note'), '_due');
  const renamed = {
    settings: [
      { key: 'colore', value: 'blu' },
      { key: 'note_due', value: 'ponte' },
    ],
  };
  fakeServer({ listUserSettings: [200, renamed], renameUserSetting: [200, renamed] });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Impostazione note_due')).toHaveFocus());
});

test('an edited setting that is deleted is not saved', async () => {
  const server = open({ deleteUserSetting: [204, null] });
  await userEvent.type(await screen.findByLabelText('Contenuto di note'), '!');
  await userEvent.click(screen.getByRole('button', { name: 'X', description: 'Elimina note' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Confermi eliminazione impostazione?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Elimina' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'X', description: 'Elimina colore' })).toHaveFocus(),
  );
  expect(server.bodiesOf('renameUserSetting')).toEqual([]);
});

test('a refused change shows the server’s reason', async () => {
  open({ renameUserSetting: [409, { error: 'Questa chiave esiste già', code: 'key-taken' }] });
  await userEvent.type(await screen.findByLabelText('Contenuto di note'), '!');
  await userEvent.click(screen.getByLabelText('Chiave'));
  expect(await screen.findByText('Errore salvataggio impostazione')).toBeVisible();
  expect(screen.getByText('Questa chiave esiste già')).toBeVisible();
});

test('a setting is added and the form is emptied; a key in use is not sent', async () => {
  const server = open({ saveUserSetting: [200, SETTINGS] });
  const key = await screen.findByLabelText('Chiave');
  expect(key).toBeRequired();
  await userEvent.type(key, 'note');
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }));
  expect(await screen.findByText('Questa chiave esiste già')).toBeVisible();
  expect(server.bodiesOf('saveUserSetting')).toEqual([]);

  await userEvent.type(key, '_due');
  await userEvent.type(screen.getByLabelText('Valore'), 'argine');
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }));
  await waitFor(() => expect(server.bodiesOf('saveUserSetting')).toEqual([{ note_due: 'argine' }]));
  await waitFor(() => expect(key).toHaveValue(''));
});

test.each([
  ['Nuova Chiave', 'x', 'La chiave inizia con una lettera minuscola'],
  ['nuova.chiave', 'x', 'La chiave inizia con una lettera minuscola'],
  ['telegram_channel', 'valdombra', 'Il canale Telegram si scrive @nome'],
])('the setting %s: %s, which the contract refuses, is not sent', async (key, value, sentence) => {
  const server = open();
  await userEvent.type(await screen.findByLabelText('Chiave'), key);
  await userEvent.type(screen.getByLabelText('Valore'), value);
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Errore creazione impostazione')).toBeVisible();
  expect(alert.getByText(sentence, { exact: false })).toBeVisible();
  expect(server.bodiesOf('saveUserSetting')).toEqual([]);
});

test('a failed addition shows an alert', async () => {
  open({ saveUserSetting: [500, {}] });
  await userEvent.type(await screen.findByLabelText('Chiave'), 'nuova');
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Errore creazione impostazione');
});

test('a setting is deleted after a confirmation, and a failure shows an alert', async () => {
  open({ deleteUserSetting: [500, {}] });
  await userEvent.click(await screen.findByRole('button', { name: 'X', description: 'Elimina note' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Confermi eliminazione impostazione?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Elimina' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Errore cancellazione impostazione');
});

test('settings that cannot be read show an alert', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  open({ listUserSettings: [500, {}] });
  expect(await screen.findByRole('alert')).toHaveTextContent('Errore caricamento impostazioni');
});

test('a key that looks like a known one is questioned before it is saved, and a second press keeps it', async () => {
  const server = open({ saveUserSetting: [200, SETTINGS] });
  await userEvent.type(await screen.findByLabelText('Chiave'), 'second_person_roso');
  await userEvent.type(screen.getByLabelText('Valore'), 'true');
  const add = screen.getByRole('button', { name: 'Aggiungi' });
  expect(screen.getByText(/Semaforo non usa questa chiave.*Intendevi/)).toHaveTextContent(
    'second_person_rosso?',
  );
  await userEvent.click(add);
  expect(await screen.findByText(/Premi ancora Aggiungi/)).toBeVisible();
  expect(server.bodiesOf('saveUserSetting')).toEqual([]);
  await userEvent.click(add);
  await waitFor(() => expect(server.bodiesOf('saveUserSetting')).toEqual([{ second_person_roso: 'true' }]));
});

test('a key that is like none is said to be unused, and added at once', async () => {
  const server = open({ saveUserSetting: [200, SETTINGS] });
  const unused = () => screen.getAllByText('Semaforo non usa questa chiave.').length;
  await screen.findByLabelText('Impostazione note');
  const stored = unused();
  await userEvent.type(screen.getByLabelText('Chiave'), 'tema');
  expect(unused()).toBe(stored + 1);
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }));
  await waitFor(() => expect(server.bodiesOf('saveUserSetting')).toEqual([{ tema: '' }]));
});

test('a stored key that is renamed almost to a known one is saved by the second Enter', async () => {
  const server = open({ renameUserSetting: [200, SETTINGS] });
  const key = await screen.findByLabelText('Impostazione note');
  await userEvent.clear(key);
  await userEvent.type(key, 'hold_roso{Enter}');
  expect(await screen.findByText(/Intendevi.*Premi ancora Invio/)).toBeVisible();
  await userEvent.click(screen.getByLabelText('Chiave'));
  expect(server.bodiesOf('renameUserSetting')).toEqual([]);
  await userEvent.type(key, '{Enter}');
  await waitFor(() =>
    expect(server.bodiesOf('renameUserSetting')).toEqual([{ newKey: 'hold_roso', value: 'ponte' }]),
  );
});

test('a changed setting that Enter saves is not saved again when its row is left', async () => {
  const server = open({ renameUserSetting: [200, SETTINGS] });
  const value = await screen.findByLabelText('Contenuto di note');
  await userEvent.type(value, ' nuovo{Enter}');
  await userEvent.click(screen.getByLabelText('Chiave'));
  await waitFor(() => expect(server.bodiesOf('renameUserSetting')).toHaveLength(1));
  expect(await screen.findByText('Salvato')).toBeVisible();
  expect(server.bodiesOf('renameUserSetting')).toHaveLength(1);
});

test('a rule of the Comune is a switch with a name, on when its value is true', async () => {
  const stored = { settings: [{ key: 'hold_rosso', value: 'true' }] };
  const server = open({ listUserSettings: [200, stored], saveUserSetting: [200, stored] });
  const held = await screen.findByRole('switch', { name: 'Rosso: tieni premuto' });
  const twoPeople = screen.getByRole('switch', { name: 'Rosso: in due persone' });
  expect(held).toBeChecked();
  expect(twoPeople).not.toBeChecked();
  await userEvent.click(twoPeople);
  await waitFor(() => expect(server.bodiesOf('saveUserSetting')).toEqual([{ second_person_rosso: 'true' }]));
  expect(await screen.findByText(/^Salvato, \d\d:\d\d$/)).toBeVisible();
});

test('a rule that was not saved says how it still stands', async () => {
  const stored = { settings: [{ key: 'hold_rosso', value: 'true' }] };
  open({
    listUserSettings: [200, stored],
    saveUserSetting: [503, { error: 'Non disponibile', code: 'unavailable' }],
  });
  const held = await screen.findByRole('switch', { name: 'Rosso: tieni premuto' });
  await userEvent.click(held);
  expect(await screen.findByText('Non salvato: la regola è ancora attiva.')).toBeVisible();
  expect(held).toBeChecked();
});

test('a channel of Telegram that cannot be one is refused before it is sent', async () => {
  const server = open({ saveUserSetting: [200, SETTINGS] });
  const channel = await screen.findByLabelText('Canale Telegram');
  await userEvent.type(channel, 'comune{Enter}');
  expect(await screen.findByText(/Il canale Telegram si scrive @nome/)).toBeVisible();
  expect(server.bodiesOf('saveUserSetting')).toEqual([]);
  await userEvent.clear(channel);
  await userEvent.type(channel, '@comune_valdombra{Enter}');
  await waitFor(() =>
    expect(server.bodiesOf('saveUserSetting')).toEqual([{ telegram_channel: '@comune_valdombra' }]),
  );
});

test.each([
  ['Telegram: chat not found', 'Non consegnato: Telegram: chat not found'],
  [null, 'Telegram l’ha preso: guarda il canale.'],
])('the channel that is saved can be tried: %s is said as «%s»', async (failure, sentence) => {
  const settings = [{ key: 'telegram_channel', value: '@comune_valdombra' }];
  open({ listUserSettings: [200, { settings }], testChannel: [200, { failure }] });
  await userEvent.click(await screen.findByRole('button', { name: 'Prova' }));
  expect(await screen.findByText(sentence)).toBeVisible();
});

test('the public page is switched on once its texts were read, in the words of the Comune', async () => {
  const settings = [{ key: 'public_text_rosso', value: 'Sali sul colle.' }];
  const server = open({
    listUserSettings: [200, { settings }],
    saveUserSetting: [200, { settings: [...settings, { key: 'public_page', value: 'true' }] }],
  });
  await userEvent.click(await screen.findByRole('switch', { name: 'Pagina pubblica' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Questo leggeranno i cittadini' });
  expect(within(dialog).getByText('Sali sul colle.')).toBeVisible();
  expect(within(dialog).getByText('Resta lontano da argini, ponti e torrenti.')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Annulla' }));
  expect(server.bodiesOf('saveUserSetting')).toEqual([]);
  await userEvent.click(screen.getByRole('switch', { name: 'Pagina pubblica' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ho letto: accendi la pagina' }));
  await waitFor(() => expect(server.bodiesOf('saveUserSetting')).toEqual([{ public_page: 'true' }]));
});

test('a text of several lines is saved as it was written', async () => {
  const server = open({ saveUserSetting: [200, SETTINGS] });
  const field = await screen.findByLabelText('Pagina pubblica, rosso: che cosa fare');
  await userEvent.type(field, 'Sali.{Enter}Chiama il 112.');
  const form = field.closest('form') as HTMLFormElement;
  await userEvent.click(within(form).getByRole('button', { name: 'Salva' }));
  await waitFor(() =>
    expect(server.bodiesOf('saveUserSetting')).toEqual([{ public_text_rosso: 'Sali.\nChiama il 112.' }]),
  );
});
