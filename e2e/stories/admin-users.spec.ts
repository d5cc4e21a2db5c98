import { expect } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { sentCalls } from '../harness/sent-calls.ts';
import { shareTown, test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { LoginPage } from '../pages/login-page.ts';
import { ManagementPage } from '../pages/management-page.ts';
import { Question } from '../pages/question.ts';

const town = shareTown({ signals: ['Stazione', 'Piazza'], lanterns: ['Darsena'] });

test.beforeEach(async ({ page, stage }) => {
  await stage.enter(town(), ADMIN);
  await new ConsoleFrame(page).goTo('Gestisci');
});

test('an admin creates users, finds them, gives one a new password and deletes them', async ({ page }) => {
  const management = new ManagementPage(page);
  await expect(management.users.getByRole('columnheader')).toHaveText(['Username', 'Ruolo', /.*/]);

  await test.step('a user needs a username and a password that is good enough', async () => {
    await management.newUser.create.click();
    await expect(management.newUser.username).toBeFocused();
    await management.newUser.username.fill('torrealta');
    await management.newUser.create.click();
    await expect(management.newUser.password).toBeFocused();
    await management.newUser.password.fill('corta');
    await management.newUser.create.click();
    await expect(management.notice('La password deve avere almeno 8 caratteri')).toBeVisible();
    await expect(management.pick('torrealta')).toBeHidden();
  });

  await test.step('both roles can be chosen, and user is the usual one', async () => {
    await expect(management.newUser.role).toHaveValue('user');
    await expect(management.newUser.role.getByRole('option')).toHaveText(['User', 'Admin']);
    await management.newUser.fill({ username: 'torrealta', password: 'mulino-sul-guado-5' });
    await management.newUser.create.click();
    await expect(management.notice('Utente creato con successo')).toBeVisible();
    await expect(management.newUser.username).toHaveValue('');
    await management.newUser.fill({ username: 'Beatrice', password: 'mulino-sul-guado-6' });
    await management.newUser.role.selectOption('Admin');
    await management.newUser.create.click();
    await expect(management.userRow('Beatrice')).toContainText('admin');
    await expect(management.userRow('torrealta')).toContainText('user');
  });

  await test.step('a name in use is refused with the server’s own sentence', async () => {
    await management.newUser.fill({ username: 'torrealta', password: 'mulino-sul-guado-7' });
    await management.newUser.create.click();
    await expect(page.getByRole('alert')).toContainText(/già|esiste/);
  });

  await test.step('users are sorted by name and found whatever the case', async () => {
    await expect(management.users.getByRole('row')).toContainText([
      'Username',
      'admin',
      'Beatrice',
      'torrealta',
      'valdombra',
    ]);
    await management.search.fill('TORRE');
    await expect(management.pick('torrealta')).toBeVisible();
    await expect(management.pick('Beatrice')).toBeHidden();
    await management.search.fill('nessuno così');
    await expect(page.getByText('Nessun utente trovato.')).toBeVisible();
    await management.search.fill('');
  });

  await test.step('a new password is typed twice, can be shown, and is saved only when both are equal', async () => {
    await management.act('torrealta', 'Cambia Password').click();
    const form = management.passwordForm('torrealta');
    await form.password.fill('lampione-blu-21');
    await expect(form.password).toHaveAttribute('type', 'password');
    await form.form.getByRole('button', { name: 'Mostra', exact: true }).first().click();
    await expect(form.password).toHaveAttribute('type', 'text');
    await form.form.getByRole('button', { name: 'Nascondi', exact: true }).click();
    await expect(form.password).toHaveAttribute('type', 'password');
    await form.repeated.fill('lampione-blu-22');
    await form.save.click();
    await expect(form.form.getByText('Le password non coincidono')).toBeVisible();

    await management.act('Beatrice', 'Cambia Password').click();
    await expect(form.form).toBeHidden();
    await management.passwordForm('Beatrice').cancel.click();
    await expect(management.passwordForm('Beatrice').form).toBeHidden();

    await management.act('torrealta', 'Cambia Password').click();
    await form.password.fill('lampione-blu-21');
    await form.repeated.fill('lampione-blu-21');
    await form.save.click();
    await expect(management.notice('Password aggiornata con successo')).toBeVisible();
    await expect(form.form).toBeHidden();
  });

  await test.step('a user is deleted only when the question is answered with yes', async () => {
    const question = new Question(page, 'Confermi eliminazione utente?');
    await management.act('Beatrice', 'Elimina').click();
    await expect(question.dialog).toContainText('Beatrice');
    await question.decline.click();
    await expect(question.dialog).toBeHidden();
    await expect(management.pick('Beatrice')).toBeVisible();
    await management.act('Beatrice', 'Elimina').click();
    await page.keyboard.press('Escape');
    await expect(question.dialog).toBeHidden();
    await management.act('Beatrice', 'Elimina').click();
    await question.accept.click();
    await expect(management.pick('Beatrice')).toBeHidden();
  });

  await test.step('an admin cannot delete their own account', async () => {
    await management.act('admin', 'Elimina').click();
    await new Question(page, 'Confermi eliminazione utente?').accept.click();
    await expect(management.notice('Errore cancellazione utente')).toBeVisible();
    await expect(management.pick('admin')).toBeVisible();
  });

  await test.step('the new password opens the console', async () => {
    await new ConsoleFrame(page).goTo('Logout');
    await new LoginPage(page, town().origin).logIn({ username: 'torrealta', password: 'lampione-blu-21' });
    await expect(page).toHaveURL(`${town().origin}/dashboard`);
  });
});

test('an admin creates a device, changes each field, assigns it to another user and deletes it', async ({
  page,
}) => {
  const { adminApi, operator } = town();
  const { id: heirId } = await adminApi('createUser', {
    body: { username: 'borgoalto', password: 'mulino-sul-guado-8' },
  });
  await page.reload();
  const management = new ManagementPage(page);
  const form = management.newDevice;
  await expect(form.type.getByRole('option')).toHaveText(['semaforo', 'lanterna', 'misuratore']);

  await test.step('a device needs a topic of the right form and a user; coordinates must be decimal numbers', async () => {
    await form.create.click();
    await expect(form.topic).toBeFocused();
    await form.topic.fill('/3/valdombra/nuovo');
    await form.create.click();
    await expect(form.user).toBeFocused();
    await management.pick(operator.username).click();
    await expect(form.user.getByRole('option', { selected: true })).toHaveText(operator.username);
    await form.topic.fill('/3/+/nuovo');
    await form.latitude.fill('quarantuno');
    await form.longitude.fill('181');
    await form.create.click();
    await expect(form.form.getByText(/Il topic deve avere la forma/)).toBeVisible();
    await expect(form.form.getByText(/La latitudine/)).toBeVisible();
    await expect(form.form.getByText('La longitudine va da -180 a 180')).toBeVisible();
  });

  await test.step('a coordinate may have a point or a comma', async () => {
    await form.name.fill('Nuovo ponte');
    await form.topic.fill('/3/valdombra/nuovo');
    await form.latitude.fill('45,5');
    await form.longitude.fill('9.25');
    await form.create.click();
    await expect(management.notice('Dispositivo creato con successo')).toBeVisible();
    await expect(form.topic).toHaveValue('');
    await expect(management.deviceRow('Nuovo ponte')).toContainText('45,5');
    await expect(management.deviceRow('Nuovo ponte')).toContainText('9,25');
  });

  await test.step('a topic in use is refused with the server’s own sentence', async () => {
    await form.topic.fill('/3/valdombra/nuovo');
    await form.create.click();
    await expect(page.getByRole('alert')).toContainText(/già|esiste/);
  });

  await test.step('the devices of a user are listed by name, without one by topic', async () => {
    const devices = management.devicesOf(operator.username);
    await expect(devices.getByRole('columnheader')).toHaveText(['Nome', 'Topic', 'Tipo', 'Lat', 'Lng', /.*/]);
    await expect(devices.getByRole('row')).toContainText([
      'Nome',
      'Darsena',
      'Nuovo ponte',
      'Piazza',
      'Stazione',
    ]);
  });

  await test.step('each field is saved when the focus leaves it', async () => {
    await management.deviceRow('Nuovo ponte').getByRole('button', { name: 'Modifica' }).click();
    const edited = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Fine', exact: true }) });
    await edited.getByLabel('Nome').fill('Zattera');
    await edited.getByLabel('Topic').focus();
    await expect(management.notice('Dispositivo aggiornato con successo')).toBeVisible();
    await edited.getByLabel('Lng').fill('12.75');
    await edited.getByLabel('Tipo').focus();
    await edited.getByLabel('Tipo').selectOption('lanterna');
    await expect
      .poll(() => stored('/3/valdombra/nuovo'))
      .toMatchObject({ name: 'Zattera', latitude: 45.5, longitude: 12.75, type: 'lanterna' });
    await edited.getByLabel('Lat').fill('');
    await edited.getByLabel('Lng').focus();
    await expect(edited.getByText('Non ancora salvata: togli anche la longitudine')).toBeVisible();
    expect(await stored('/3/valdombra/nuovo')).toMatchObject({ latitude: 45.5, longitude: 12.75 });
    await edited.getByLabel('Lng').fill('');
    await edited.getByLabel('Topic').focus();
    await expect.poll(() => stored('/3/valdombra/nuovo')).toMatchObject({ latitude: null, longitude: null });
    await expect(edited.getByText(/Non ancora salvata/)).toBeHidden();
    await edited.getByLabel('Topic').fill('senza barre');
    await edited.getByLabel('Nome').focus();
    await expect(management.notice('Errore aggiornamento dispositivo')).toBeVisible();
    await edited.getByLabel('Topic').fill('/4/valdombra/zattera');
    await edited.getByRole('button', { name: 'Fine' }).click();
    await expect(management.deviceRow('Zattera')).toContainText('/4/valdombra/zattera');
  });

  await test.step('one device is edited at a time', async () => {
    await management.deviceRow('Piazza').getByRole('button', { name: 'Modifica' }).click();
    await management.deviceRow('Zattera').getByRole('button', { name: 'Modifica' }).click();
    await expect(page.getByRole('button', { name: 'Fine', exact: true })).toHaveCount(1);
    await page.getByRole('button', { name: 'Fine', exact: true }).click();
  });

  await test.step('the device goes to another user', async () => {
    await management.deviceRow('Zattera').getByRole('combobox').selectOption('borgoalto');
    await page.getByRole('button', { name: /^Passa da .* a borgoalto$/ }).click();
    await expect(management.deviceRow('Zattera')).toBeHidden();
    await management.pick('borgoalto').click();
    await expect(management.devicesOf('borgoalto').getByRole('row')).toContainText(['Nome', 'Zattera']);
  });

  await test.step('when its user is deleted it has no owner, and can be assigned again', async () => {
    await management.act('borgoalto', 'Elimina').click();
    await new Question(page, 'Confermi eliminazione utente?').accept.click();
    await expect(management.devicesOf('Sconosciuto').getByRole('row')).toContainText(['Nome', 'Zattera']);
    await management.deviceRow('Zattera').getByRole('combobox').selectOption(operator.username);
    await page.getByRole('button', { name: `Assegna a ${operator.username}` }).click();
    await expect(management.devicesOf('Sconosciuto')).toBeHidden();
    await expect.poll(() => stored('/4/valdombra/zattera')).not.toMatchObject({ userId: heirId });
  });

  await test.step('it is deleted only when the question is answered with yes', async () => {
    await management.pick(operator.username).click();
    const question = new Question(page, 'Confermi eliminazione dispositivo?');
    const remove = management.deviceRow('Zattera').getByRole('button', { name: 'X', exact: true });
    await remove.click();
    await expect(question.dialog).toContainText('Zattera');
    await question.decline.click();
    await expect(management.deviceRow('Zattera')).toBeVisible();
    await remove.click();
    await question.accept.click();
    await expect(management.deviceRow('Zattera')).toBeHidden();
  });
});

test('an admin adds, changes, renames and deletes settings of a user', async ({ page }) => {
  const management = new ManagementPage(page);
  const { operator } = town();
  await management.act(operator.username, 'Impostazioni').click();
  const panel = management.settingsOf(operator.username);
  const add = panel.getByRole('button', { name: 'Aggiungi' });
  const key = panel.getByRole('textbox', { name: 'Chiave' });
  const value = panel.getByRole('textbox', { name: 'Valore' });
  await expect(panel.getByText('Nessuna impostazione.')).toBeVisible();

  await add.click();
  await expect(key).toBeFocused();
  await key.fill('map_center_lat');
  await value.fill('45.1');
  await add.click();
  const latitude = panel.getByRole('row').filter({ has: page.getByLabel('Contenuto di map_center_lat') });
  await expect(latitude).toBeVisible();
  await expect(key).toHaveValue('');
  await key.fill('map_center_lat');
  await add.click();
  await expect(panel.getByText('Questa chiave esiste già')).toBeVisible();
  await key.fill('Chiave Sbagliata');
  await add.click();
  await expect(management.notice('Errore creazione impostazione')).toBeVisible();

  await panel.getByLabel('Contenuto di map_center_lat').fill('45.2');
  await key.focus();
  await expect.poll(() => settings()).toEqual([{ key: 'map_center_lat', value: '45.2' }]);
  await panel.getByLabel('Impostazione map_center_lat').fill('map_nota');
  await panel.getByLabel('Impostazione map_center_lat').press('Enter');
  await expect(panel.getByLabel('Impostazione map_nota')).toBeFocused();
  await expect(panel.getByLabel('Contenuto di map_nota')).toHaveValue('45.2');
  expect(await settings()).toEqual([{ key: 'map_nota', value: '45.2' }]);

  const question = new Question(page, 'Confermi eliminazione impostazione?');
  const remove = panel.getByRole('row').getByRole('button', { name: 'X', exact: true });
  await remove.click();
  await expect(question.dialog).toContainText('map_nota');
  const deletions = sentCalls(page, {
    method: 'DELETE',
    path: `/api/admin/users/${await operatorId()}/settings/map_nota`,
  });
  await question.decline.click();
  await expect(question.dialog).toBeHidden();
  const changes = sentCalls(page, {
    method: 'PUT',
    path: `/api/admin/users/${await operatorId()}/settings/map_nota`,
  });
  await panel.getByLabel('Contenuto di map_nota').fill('non più');
  await remove.click();
  await question.accept.click();
  await expect(panel.getByText('Nessuna impostazione.')).toBeVisible();
  expect(await settings()).toEqual([]);
  expect(deletions).toHaveLength(1);
  expect(changes).toEqual([]);
});

async function stored(topic: string) {
  const { devices } = await town().adminApi('listManagedDevices');
  return devices.find((device) => device.topic === topic);
}

async function operatorId() {
  const { users } = await town().adminApi('listUsers');
  const operator = users.find(({ username }) => username === town().operator.username);
  return String(operator?.id);
}

async function settings() {
  const answer = await town().adminApi('listUserSettings', { params: { id: await operatorId() } });
  return answer.settings;
}
