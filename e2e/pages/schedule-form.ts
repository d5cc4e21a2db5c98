import type { Locator, Page } from '@playwright/test';
import type { SignalColour } from '@semaforo/contract/domain/signal-colour';

/** The scheduling form of the dashboard. */
export class ScheduleForm {
  readonly opener: Locator;
  readonly closer: Locator;
  readonly colour: Locator;
  readonly day: Locator;
  readonly time: Locator;
  readonly confirm: Locator;
  readonly cancel: Locator;
  readonly success: Locator;
  readonly failure: Locator;

  constructor(page: Page) {
    this.opener = page.getByRole('button', { name: 'Pianifica', exact: true });
    this.closer = page.getByRole('button', { name: 'Chiudi', exact: true });
    this.colour = page.getByLabel('Colore');
    this.day = page.getByLabel('Giorno');
    this.time = page.getByLabel('Ora');
    this.confirm = page.getByRole('button', { name: 'Conferma', exact: true });
    this.cancel = page.getByRole('button', { name: 'Annulla', exact: true });
    this.success = page.getByText('Comando pianificato con successo');
    this.failure = page.getByRole('form', { name: 'Pianifica' }).getByRole('alert');
  }

  /** Opens the form, fills it and confirms. `day` as 2026-11-21, `time` as 06:30, Rome's. */
  async plan({ colour, day, time }: { colour: SignalColour; day: string; time: string }) {
    await this.opener.click();
    await this.colour.selectOption(colour);
    await this.day.fill(day);
    await this.time.fill(time);
    await this.confirm.click();
  }
}
