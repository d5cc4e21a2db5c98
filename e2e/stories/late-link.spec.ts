import { expect, type Page } from '@playwright/test';
import { test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';

test('a page whose live events come ever later says so, and shows no lamp of before as confirmed', async ({
  page,
  stage,
}) => {
  const town = await stage.town({ signals: ['Stazione'] });
  const link = await slowLink(page);
  await stage.enter(town);
  const dashboard = new DashboardPage(page);
  const frame = new ConsoleFrame(page);
  await expect(dashboard.light('Stazione', 'Verde acceso, confermato')).toBeVisible();

  link.becomeSlow();
  await expect(frame.cutBanner).toBeVisible({ timeout: 120_000 });
  await expect(dashboard.light('Stazione', 'Non aggiornato, ultimo stato noto verde')).toBeVisible();
  // The page read by HTTP, which flows, would know; what still comes on the former connection is not believed.
  town.device('Stazione').show('rosso');
  link.heal();
  await expect(frame.cutBanner).toBeHidden();
  await expect(dashboard.light('Stazione', 'Rosso acceso, confermato')).toBeVisible();
});

/** What the server says to the page's socket passes through a queue, which can begin to grow by 1 s each 2 s. */
async function slowLink(page: Page): Promise<{ becomeSlow: () => void; heal: () => void }> {
  let slowSince: number | undefined;
  const waiting = new Set<() => void>();
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    // Nobody gets through a link that is full: an attempt to connect waits.
    if (slowSince !== undefined) return void waiting.add(() => void socket.close());
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const lateMs = slowSince === undefined ? 0 : (Date.now() - slowSince) / 2;
      if (lateMs === 0) socket.send(message);
      else setTimeout(() => socket.send(message), lateMs);
    });
  });
  return {
    becomeSlow: () => {
      slowSince = Date.now();
    },
    heal: () => {
      slowSince = undefined;
      for (const close of waiting) close();
    },
  };
}
