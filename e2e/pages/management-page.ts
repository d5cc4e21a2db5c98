import type { Locator, Page } from '@playwright/test';

/** Gestione: users, their devices and settings. */
export class ManagementPage {
  readonly usersTab: Locator;
  readonly brokerTab: Locator;
  readonly profileTab: Locator;
  readonly search: Locator;
  readonly users: Locator;
  readonly newUser: NewUserForm;
  readonly newDevice: NewDeviceForm;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.usersTab = page.getByRole('tab', { name: 'Utenti' });
    this.brokerTab = page.getByRole('tab', { name: 'MQTT' });
    this.profileTab = page.getByRole('tab', { name: 'Profilo' });
    this.search = page.getByLabel('Cerca utente');
    this.users = page.getByRole('table', { name: 'Utenti' });
    this.newUser = new NewUserForm(page);
    this.newDevice = new NewDeviceForm(page);
  }

  /** The row of the user with exactly that name. */
  userRow(username: string): Locator {
    return this.users.getByRole('row').filter({ has: this.pick(username) });
  }

  /** The button that selects a user. */
  pick(username: string): Locator {
    return this.page.getByRole('button', { name: username, exact: true });
  }

  /** A button in the row of a user: 'Elimina', 'Cambia Password' or 'Impostazioni'. */
  act(username: string, words: string): Locator {
    return this.userRow(username).getByRole('button', { name: words });
  }

  /** 'Dispositivi di {user}'. */
  devicesOf(username: string): Locator {
    return this.page.getByRole('table', { name: `Dispositivi di ${username}`, exact: true });
  }

  /** The row of the device that contains these words, while it is not edited. */
  deviceRow(words: string): Locator {
    return this.page
      .getByRole('table', { name: /^Dispositivi di / })
      .getByRole('row')
      .filter({ hasText: words });
  }

  /** The settings of the user with that name. */
  settingsOf(username: string): Locator {
    return this.page.getByRole('region', { name: `Impostazioni di ${username}`, exact: true }).first();
  }

  /** The inline form for a user's new password. */
  passwordForm(username: string): PasswordForm {
    return new PasswordForm(this.page.getByRole('form', { name: `Cambia Password di ${username}` }));
  }

  /** The last message: a success or a failure. */
  notice(words: string | RegExp): Locator {
    return this.page.getByRole('status').or(this.page.getByRole('alert')).filter({ hasText: words });
  }
}

class NewUserForm {
  readonly username: Locator;
  readonly password: Locator;
  readonly role: Locator;
  readonly create: Locator;

  constructor(page: Page) {
    const form = page.getByRole('region', { name: 'Crea Nuovo Utente' });
    this.username = form.getByRole('textbox', { name: 'Username' });
    this.password = form.getByRole('textbox', { name: 'Password' });
    this.role = form.getByRole('combobox', { name: 'Ruolo' });
    this.create = form.getByRole('button', { name: 'Crea Utente' });
  }

  async fill({ username, password }: { username: string; password: string }) {
    await this.username.fill(username);
    await this.password.fill(password);
  }
}

class NewDeviceForm {
  readonly form: Locator;
  readonly name: Locator;
  readonly topic: Locator;
  readonly latitude: Locator;
  readonly longitude: Locator;
  readonly type: Locator;
  readonly user: Locator;
  readonly create: Locator;

  constructor(page: Page) {
    this.form = page.getByRole('region', { name: 'Crea Nuovo Dispositivo' });
    this.name = this.form.getByRole('textbox', { name: 'Nome' });
    this.topic = this.form.getByRole('textbox', { name: 'Topic' });
    this.latitude = this.form.getByRole('textbox', { name: 'Latitudine' });
    this.longitude = this.form.getByRole('textbox', { name: 'Longitudine' });
    this.type = this.form.getByRole('combobox', { name: 'Tipo' });
    this.user = this.form.getByRole('combobox', { name: 'Utente' });
    this.create = this.form.getByRole('button', { name: 'Crea Dispositivo' });
  }
}

class PasswordForm {
  readonly form: Locator;
  readonly password: Locator;
  readonly repeated: Locator;
  readonly save: Locator;
  readonly cancel: Locator;

  constructor(form: Locator) {
    this.form = form;
    this.password = form.getByRole('textbox', { name: 'Nuova password' });
    this.repeated = form.getByRole('textbox', { name: 'Conferma password' });
    this.save = form.getByRole('button', { name: 'Salva' });
    this.cancel = form.getByRole('button', { name: 'Annulla' });
  }
}
