import type { Locator, Page } from '@playwright/test';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

/** Storico Comandi. */
export class HistoryPage {
  readonly chart: Locator;
  readonly details: Locator;
  readonly groups: Locator;
  readonly group: Locator;
  readonly showDetails: Locator;

  constructor(page: Page) {
    this.chart = page.getByRole('region', { name: 'Comandi inviati per colore' });
    this.details = page.getByRole('table', { name: 'Dettaglio dei comandi' });
    this.groups = page.getByRole('table', { name: 'Comandi raggruppati' });
    this.group = page.getByRole('button', { name: 'Raggruppa' });
    this.showDetails = page.getByRole('button', { name: 'Mostra Dettagli' });
  }

  /** The figure of a color in the table beside the chart. */
  count(color: SignalColor): Locator {
    return this.chart
      .getByRole('row', { name: new RegExp(color, 'i') })
      .getByRole('cell')
      .last();
  }

  /** The rows below the heading of the table of details. */
  detail(words: string | RegExp): Locator {
    return this.details.getByRole('row').filter({ hasText: words });
  }
}
