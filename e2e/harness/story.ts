import { test as base } from '@playwright/test';
import { LoginPage } from '../pages/login-page.ts';
import { type Mosquitto, startMosquitto } from './mosquitto.ts';
import { foundTown, type Town, type TownPlan } from './town.ts';

/** What a story may set up; all of it is taken down when the story ends. */
type Stage = {
  town(plan: TownPlan): Promise<Town>;
  mosquitto(): Promise<Mosquitto>;
  /** Opens the console and logs the town's operator in. */
  enter(town: Town): Promise<void>;
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
      mosquitto: async () => keep(await startMosquitto()),
      async enter(town) {
        const login = new LoginPage(page, town.origin);
        await login.open();
        await login.logIn(town.operator);
        await page.waitForURL(`${town.origin}/dashboard`);
      },
    });
    for (const one of started) await one.stop();
  },
});
