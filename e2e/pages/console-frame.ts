import type { Locator, Page } from '@playwright/test';

type MenuEntry =
  | 'Dashboard'
  | 'Lanterna'
  | 'Mappa'
  | 'Acqua'
  | 'Allerte'
  | 'Allarmi'
  | 'Storico Comandi'
  | 'Pianificazioni'
  | 'Profilo'
  | 'Dispositivi'
  | 'Collegamenti'
  | 'Gestisci'
  | 'Stato del sistema'
  | 'Registro'
  | 'Logout';

/** What surrounds every screen after the login. */
export class ConsoleFrame {
  readonly navbar: Locator;
  readonly menu: Locator;
  readonly menuButton: Locator;
  readonly cutBanner: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.navbar = page.getByRole('banner').filter({ hasText: 'MQTT Dashboard' });
    this.menu = page.getByRole('navigation', { name: 'Menu principale' });
    this.menuButton = page.getByRole('button', { name: 'Menu', exact: true });
    this.cutBanner = page.getByRole('alert').filter({ hasText: 'Collegamento interrotto' });
  }

  /** A count may follow the name. */
  entry(name: MenuEntry): Locator {
    return this.menu.getByRole('link', { name: new RegExp(`^${name}( \\d|$)`) });
  }

  /** Goes to a screen by the side menu, which is folded on the map and on phones. */
  async goTo(name: MenuEntry) {
    if ((await this.menuButton.getAttribute('aria-expanded')) === 'false') await this.menuButton.click();
    const isThere = (await this.entry(name).getAttribute('aria-current')) === 'page';
    const from = this.page.url();
    await this.entry(name).click();
    // The code of a screen is loaded when it is first opened, so the screen may appear late.
    if (!isThere) await this.page.waitForURL((url) => url.href !== from);
  }

  /** The title of the screen that is shown. */
  title(words: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: words, exact: true });
  }
}
