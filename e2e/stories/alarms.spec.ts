import { expect } from '@playwright/test';
import { ADMIN } from '@semaforo/testing/credentials';
import { expectAccessible, expectNoSidewaysScroll } from '../harness/page-checks.ts';
import { test } from '../harness/story.ts';

test('an alarm is taken in charge with a note, resolved and closed; the system says how it is in words', async ({
  page,
  stage,
}) => {
  const town = await stage.town({
    signals: ['Lungofiume'],
    settings: { ALARM_RAISE_SECONDS: '0', ALARM_CLEAR_SECONDS: '0', COMMAND_CONFIRM_MS: '500' },
  });
  town.device('Lungofiume').behave({ kind: 'mute' });
  await town.api('sendCommand', { query: { type: 'semaforo' }, body: { command: 'giallo' } });
  await expect.poll(async () => (await town.api('listAlarms', { query: {} })).length).toBe(1);
  await stage.enter(town);
  await page.getByRole('link', { name: /^Allarmi/ }).click();
  const alarm = page.getByRole('article', { name: /Lungofiume: non conferma i comandi/ });
  await expect(alarm).toContainText('Aperto');
  await expectAccessible(page, 'an open alarm');
  await expect(alarm.getByRole('link', { name: 'Lungofiume' })).toHaveAttribute('href', '/devices/1');
  await alarm.getByRole('textbox', { name: /^Nota per/ }).fill('Vado io con la squadra');
  await alarm.getByRole('button', { name: 'Prendi in carico' }).click();
  await expect(alarm).toContainText('Preso in carico da valdombra');
  await expect(alarm).toContainText('Vado io con la squadra');

  town.device('Lungofiume').behave({ kind: 'obedient' });
  await town.api('sendCommand', { query: { type: 'semaforo' }, body: { command: 'giallo' } });
  await alarm.getByRole('button', { name: 'Chiudi' }).click();
  await page.getByRole('heading', { name: 'Storico degli allarmi' }).click();
  await expect(alarm).toContainText('Chiuso');
  await page.getByRole('heading', { name: 'Impostazioni degli allarmi' }).click();
  await expect(page.getByRole('heading', { name: 'Notifiche su questo dispositivo' })).toBeVisible();
  await expectAccessible(page, 'people on duty and notifications');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'people on duty on a phone');
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.evaluate(() => localStorage.clear());
  await stage.enter(town, ADMIN);
  await page.goto(`${town.origin}/sistema`);
  await expect(page.getByRole('heading', { name: 'Stato del sistema' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Copie di sicurezza');
  await expectAccessible(page, 'the state of the system');
});

test('people on duty have channels with rules, and a planned maintenance says until when nobody is called', async ({
  page,
  stage,
}) => {
  const town = await stage.town({
    signals: ['Lungofiume'],
    settings: {
      ...{ ALARM_RAISE_SECONDS: '0', COMMAND_CONFIRM_MS: '500', WEBHOOK_ALLOW_LOOPBACK: 'true' },
      // Nobody listens there.
      ...{ SMS_URL: 'http://127.0.0.1:9/sms', VOICE_URL: 'http://127.0.0.1:9/voice' },
    },
  });
  await stage.enter(town);
  await page.getByRole('link', { name: /^Allarmi/ }).click();
  await page.getByRole('heading', { name: 'Impostazioni degli allarmi' }).click();
  await page.getByRole('button', { name: 'Aggiungi' }).click();
  await page.getByRole('textbox', { name: 'Nome del reperibile 1' }).fill('Anna Bianchi');
  await page.getByRole('textbox', { name: 'E-mail del reperibile 1' }).fill('anna@example.it');
  const other = page.getByRole('combobox', { name: 'Altro recapito del reperibile 1' });
  for (const [label, address] of [
    ['Telefonata', '+393331234567'],
    ['SMS', '+393331234567'],
    ['Argomento ntfy', 'http://127.0.0.1:9/anna'],
  ] as const) {
    await other.selectOption(label);
    await page.getByRole('textbox', { name: `${label} del reperibile 1` }).fill(address);
  }
  await page.getByRole('combobox', { name: 'A che ore: SMS del reperibile 1' }).selectOption('notte');
  await page.getByRole('button', { name: 'Salva i reperibili' }).click();
  await expect(page.getByText('mai provato').first()).toBeVisible();
  await expectAccessible(page, 'people on duty with channels');

  town.device('Lungofiume').behave({ kind: 'mute' });
  await town.api('sendCommand', { query: { type: 'semaforo' }, body: { command: 'giallo' } });
  const alarm = page.getByRole('article', { name: /Lungofiume: non conferma i comandi/ });
  await expect(alarm).toContainText(/Anna Bianchi avvisato alle .*non ancora raggiunto per ntfy/);

  await page.getByLabel('Motivo').fill('Lavori ai pali');
  await page.getByRole('button', { name: 'Pianifica' }).click();
  await expect(page.getByText(/non chiamano nessuno: /)).toContainText('Lavori ai pali');
  await expectAccessible(page, 'a planned maintenance');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'people on duty with channels on a phone');
});
