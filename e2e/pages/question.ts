import type { Locator, Page } from '@playwright/test';

/** A question that the user must answer before data is deleted or overwritten. */
export class Question {
  readonly dialog: Locator;
  readonly accept: Locator;
  readonly decline: Locator;

  constructor(page: Page, words: string) {
    this.dialog = page.getByRole('alertdialog', { name: words, exact: true });
    this.accept = this.dialog.getByRole('button', { name: /^(Elimina|Salva|Rinnova|Revoca)$/ });
    this.decline = this.dialog.getByRole('button', { name: 'Annulla' });
  }
}
