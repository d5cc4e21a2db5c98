import { expect, type Locator, type Page } from '@playwright/test';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

/** So long a step is awaited before it is tried again, and so long it is tried. */
const STEP_MS = 10_000;
const RETRIED = { timeout: 90_000 };

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
    // The panel of the first steps has one of its own.
    const commands = page.getByRole('region', { name: 'Comandi' });
    this.hideButton = commands.getByRole('button', { name: 'Nascondi', exact: true });
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
   * The first of the two deliberate steps to a command, unless the colors are shown. The page closes them when it hears
   * its server late, as it does once axe has kept it busy.
   */
  async openColors() {
    await expect(async () => {
      if (await this.hideButton.isHidden()) await this.setButton.click({ timeout: STEP_MS });
      await expect(this.hideButton).toBeVisible({ timeout: STEP_MS });
    }).toPass(RETRIED);
  }

  /** Both steps, which command all signals. */
  async lightAll(color: SignalColor) {
    const button = this.page.getByRole('button', { name: new RegExp(`^${color}$`, 'i') });
    await expect(async () => {
      await this.openColors();
      await button.click({ timeout: STEP_MS });
    }).toPass(RETRIED);
  }

  /** The sentence that names the devices that do not show the requested color. */
  failures(names: string): Locator {
    return this.page.getByText(`Dispositivi in errore: ${names}`).first();
  }
}
