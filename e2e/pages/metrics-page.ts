import type { Locator, Page } from '@playwright/test';

/** Dispositivi: the state and metrics of all devices. */
export class MetricsPage {
  readonly banner: Locator;
  readonly table: Locator;
  readonly headers: Locator;
  readonly rows: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.banner = page.getByRole('status').filter({ hasText: /in errore/ });
    this.table = page.getByRole('table', { name: 'Dispositivi' });
    this.headers = this.table.getByRole('columnheader');
    this.rows = this.table.getByRole('row');
    this.search = page.getByLabel('Cerca dispositivo per nome o topic');
  }

  row(words: string | RegExp): Locator {
    return this.rows.filter({ hasText: words });
  }
}
