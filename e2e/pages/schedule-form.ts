import type { Locator, Page } from '@playwright/test';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

/** The scheduling form of the dashboard. */
export class ScheduleForm {
  readonly opener: Locator;
  readonly closer: Locator;
  readonly color: Locator;
  readonly day: Locator;
  readonly time: Locator;
  readonly confirm: Locator;
  readonly cancel: Locator;
  readonly success: Locator;
  readonly failure: Locator;

  constructor(page: Page) {
    this.opener = page.getByRole('button', { name: 'Pianifica', exact: true });
    this.closer = page.getByRole('button', { name: 'Chiudi', exact: true });
    this.color = page.getByLabel('Colore');
    this.day = page.getByLabel('Giorno');
    this.time = page.getByLabel('Ora');
    this.confirm = page.getByRole('button', { name: 'Conferma', exact: true });
    this.cancel = page.getByRole('button', { name: 'Annulla', exact: true });
    this.success = page.getByText('Comando pianificato con successo');
    this.failure = page.getByRole('form', { name: 'Pianifica' }).getByRole('alert');
  }

  /** Opens the form, fills it and confirms. `day` as 2026-11-21, `time` as 06:30, Rome's. */
  async plan({ color, day, time }: { color: SignalColor; day: string; time: string }) {
    await this.opener.click();
    await this.color.selectOption(color);
    await this.day.fill(day);
    await this.time.fill(time);
    await this.confirm.click();
  }
}
