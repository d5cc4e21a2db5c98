import type { Locator, Page } from '@playwright/test';

/** The broker's state and configuration: the 'MQTT' tab of Gestione. */
export class BrokerPanel {
  readonly panel: Locator;
  readonly host: Locator;
  readonly port: Locator;
  readonly username: Locator;
  readonly password: Locator;
  readonly save: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole('region', { name: 'Configurazione MQTT' });
    this.host = this.panel.getByRole('textbox', { name: 'Host' });
    this.port = this.panel.getByRole('spinbutton', { name: 'Porta' });
    this.username = this.panel.getByRole('textbox', { name: 'Username' });
    this.password = this.panel.getByRole('textbox', { name: 'Password' });
    this.save = this.panel.getByRole('button', { name: 'Salva' });
  }
}
