import type { Locator, Page } from '@playwright/test';

export class LoginPage {
  readonly heading: Locator;
  readonly username: Locator;
  readonly password: Locator;
  readonly error: Locator;
  private readonly page: Page;
  private readonly origin: string;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
    this.heading = page.getByRole('heading', { name: 'Benvenuto' });
    this.username = page.getByLabel('Username', { exact: true });
    this.password = page.getByLabel('Password', { exact: true });
    this.error = page.getByRole('alert');
  }

  async open() {
    await this.page.goto(`${this.origin}/login`);
  }

  async logIn({ username, password }: { username: string; password: string }) {
    await this.username.fill(username);
    await this.password.fill(password);
    await this.page.getByRole('button', { name: 'Accedi' }).click();
  }
}
