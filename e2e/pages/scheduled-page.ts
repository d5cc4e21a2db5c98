import type { Locator, Page } from '@playwright/test';
import { Question } from './question.ts';

/** Pianificazioni Attive. */
export class ScheduledPage {
  readonly from: Locator;
  readonly to: Locator;
  readonly reset: Locator;
  readonly active: Locator;
  readonly ended: Locator;
  readonly noneActive: Locator;
  readonly noneEnded: Locator;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.from = page.getByLabel('Da:', { exact: true });
    this.to = page.getByLabel('A:', { exact: true });
    this.reset = page.getByRole('button', { name: 'Reset' });
    this.active = page.getByRole('table', { name: 'Pianificazioni attive' });
    this.ended = page.getByRole('table', { name: 'Comandi eseguiti' });
    this.noneActive = page.getByText('Nessuna pianificazione attiva trovata.');
    this.noneEnded = page.getByText('Nessun comando eseguito registrato.');
  }

  /** The row of the active schedule that contains these words. */
  row(words: string | RegExp): Locator {
    return this.active.getByRole('row').filter({ hasText: words });
  }

  async delete(words: string | RegExp) {
    await this.row(words).getByRole('button', { name: 'Elimina' }).click();
    await new Question(this.page, 'Confermi eliminazione pianificazione?').accept.click();
  }
}
