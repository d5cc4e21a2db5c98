import { test as base } from '@playwright/test';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, type Mosquitto } from '@semaforo/testing/mosquitto';
import { LoginPage } from '../pages/login-page.ts';
import { foundTown, type Town, type TownPlan } from './town.ts';

/** What a story may start. All of it is stopped when the story ends. */
type Stage = {
  town(plan: TownPlan): Promise<Town>;
  /** Without Mosquitto on the machine the story is skipped. */
  mosquitto(): Promise<Mosquitto>;
  /** Opens the console and logs in, as the town's operator unless told otherwise. */
  enter(town: Town, as?: Town['operator']): Promise<void>;
};

export const test = base.extend<{ stage: Stage }>({
  stage: async ({ page }, use) => {
    const started: { stop(): Promise<void> }[] = [];
    const keep = <Started extends { stop(): Promise<void> }>(one: Started) => {
      started.unshift(one);
      return one;
    };
    await use({
      town: async (plan) => keep(await foundTown(plan)),
      mosquitto: async () => {
        base.skip(!hasMosquitto, 'Mosquitto is not on this machine');
        const mosquitto = createMosquitto(await freePort(), { isOpen: true });
        keep({ stop: mosquitto.remove });
        await mosquitto.start();
        return mosquitto;
      },
      async enter(town, as = town.operator) {
        const login = new LoginPage(page, town.origin);
        await login.open();
        await login.logIn(as);
        await page.waitForURL(`${town.origin}/dashboard`);
      },
    });
    for (const one of started) await one.stop();
  },
});

/**
 * One town for all stories of a file, which then run in their order. The returned function gives the town. Each story
 * must leave the town as it found it, or accept what earlier stories changed.
 */
export function shareTown(plan: TownPlan): () => Town {
  let town: Town | undefined;
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    town = await foundTown(plan);
  });
  test.afterAll(() => town?.stop());
  return () => {
    if (town === undefined)
      throw new Error('the town is founded before the first story, not while the file is read');
    return town;
  };
}
