import type { Locator, Page } from '@playwright/test';

/** Pannello Utente, and the 'Profilo' tab of Gestione: one's own password and settings. */
export class ProfilePanel {
  readonly passwordTab: Locator;
  readonly settingsTab: Locator;
  readonly currentPassword: Locator;
  readonly newPassword: Locator;
  readonly update: Locator;
  readonly saveSettings: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.passwordTab = page.getByRole('tab', { name: 'Password' });
    this.settingsTab = page.getByRole('tab', { name: 'Impostazioni' });
    this.currentPassword = page.getByRole('textbox', { name: 'Password attuale' });
    this.newPassword = page.getByRole('textbox', { name: 'Nuova password' });
    this.update = page.getByRole('button', { name: 'Aggiorna' });
    this.saveSettings = page.getByRole('button', { name: 'Salva Impostazioni' });
  }

  /** The text of the setting with that key. */
  setting(key: string): Locator {
    return this.page.getByRole('textbox', { name: key, exact: true });
  }

  async changePassword(current: string, next: string) {
    await this.currentPassword.fill(current);
    await this.newPassword.fill(next);
    await this.update.click();
  }
}
