import type { Locator, Page } from '@playwright/test';

/** A device's page, and the dialogs of its credentials. */
export class DevicePage {
  readonly credentials: Locator;
  readonly make: Locator;
  readonly renew: Locator;
  readonly revoke: Locator;
  /** What is shown once. */
  readonly made: Locator;
  readonly password: Locator;
  readonly close: Locator;

  constructor(page: Page) {
    this.credentials = page.getByRole('region', { name: 'Credenziali', exact: true });
    this.make = this.credentials.getByRole('button', { name: 'Crea le credenziali' });
    this.renew = this.credentials.getByRole('button', { name: 'Rinnova le credenziali' });
    this.revoke = this.credentials.getByRole('button', { name: 'Revoca', exact: true });
    this.made = page.getByRole('dialog', { name: 'Credenziali nuove' });
    this.password = this.made.getByText(/^[2-9A-HJ-NP-Z]{26}$/);
    this.close = this.made.getByRole('button', { name: 'Ho annotato la password' });
  }
}
