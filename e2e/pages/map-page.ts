import type { Locator, Page } from '@playwright/test';

/** The full-screen map. */
export class MapPage {
  readonly ground: Locator;
  readonly saved: Locator;
  readonly saveCentre: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.ground = page.getByRole('region', { name: 'Mappa dei dispositivi' });
    this.saved = page.getByText('Nuovo centro salvato');
    this.saveCentre = page.getByRole('button', { name: 'Salva questo centro' });
  }

  /** The mark of a single device, named by the device and what it shows. */
  mark(name: string | RegExp): Locator {
    return this.ground.getByRole('button', { name });
  }

  /** The popup of the device with that name. */
  popup(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }
}
