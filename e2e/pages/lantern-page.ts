import type { Locator, Page } from '@playwright/test';

export class LanternPage {
  readonly heading: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: 'Lanterna', level: 1 });
  }

  async open() {
    await this.page.getByRole('link', { name: 'Lanterna', exact: true }).click();
  }

  /** The card of the lantern with that name. */
  lantern(name: string): Locator {
    return this.page.getByRole('article', { name, exact: true });
  }

  /** Its state label: ACCESO, SPENTO or ---. */
  label(name: string, state: 'ACCESO' | 'SPENTO' | '---'): Locator {
    return this.lantern(name).getByText(state, { exact: true });
  }

  toggle(name: string, words: string): Locator {
    return this.lantern(name).getByRole('button', { name: words, exact: true });
  }
}
