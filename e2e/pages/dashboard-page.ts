import { expect, type Locator, type Page } from '@playwright/test';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

/** So long a step is awaited before both are tried again. */
const STEP_MS = 10_000;

/** Dashboard Semafori: what an operator sees of each signal, and the command to all. */
export class DashboardPage {
  readonly heading: Locator;
  readonly setButton: Locator;
  readonly hideButton: Locator;
  readonly brokerBanner: Locator;
  readonly overview: Locator;
  readonly progress: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: 'Dashboard Semafori' });
    this.setButton = page.getByRole('button', { name: 'Imposta', exact: true });
    this.hideButton = page.getByRole('button', { name: 'Nascondi', exact: true });
    this.brokerBanner = page.getByRole('alert').filter({ hasText: 'Broker non raggiungibile' });
    this.overview = page.getByRole('region', { name: 'Riepilogo' });
    this.progress = page.getByRole('region', { name: /^(Comando in corso|Ultimo comando)$/ });
  }

  /** The card of the signal with that name. */
  signal(name: string): Locator {
    return this.page.getByRole('article', { name, exact: true });
  }

  /** How many signals show a color, in the overview. */
  count(color: SignalColor): Locator {
    return this.overview
      .getByText(new RegExp(`^${color}$`, 'i'))
      .locator('..')
      .getByText(/^\d+$/);
  }

  /** The traffic light of a signal whose accessible name is exactly these words. */
  light(name: string, words: string | RegExp): Locator {
    return this.signal(name).getByRole('img', { name: words, exact: true });
  }

  /**
   * The two deliberate steps that command all signals, or the second alone while the colors are shown. The page closes
   * them when it hears its server late, as on a busy machine: then they are opened again.
   */
  async lightAll(color: SignalColor) {
    const button = this.page.getByRole('button', { name: new RegExp(`^${color}$`, 'i') });
    await expect(async () => {
      if (await button.isHidden()) await this.setButton.click({ timeout: STEP_MS });
      await button.click({ timeout: STEP_MS });
    }).toPass({ timeout: 9 * STEP_MS });
  }

  /** The sentence that names the devices that do not show the requested color. */
  failures(names: string): Locator {
    return this.page.getByText(`Dispositivi in errore: ${names}`).first();
  }
}
