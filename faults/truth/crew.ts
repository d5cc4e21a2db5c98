import { type Client, createClient, logIn } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { boundedFetch } from './bounded-fetch.ts';
import { openPage, type Page } from './page.ts';
import type { Testbed } from './testbed.ts';
import { OWNERS, TOWN, USERS, type User } from './town.ts';

/**
 * A user at work, at one of the servers: `acts` goes over the network that fails, `reads` past it; the page is over the
 * one that fails.
 */
export type Member = { user: User; door: number; acts: Client; reads: Client; page: Page };

export type Crew = { members: ReadonlyMap<User, Member>; idOf: (key: string) => number; close: () => void };

const PASSWORD = 'lampada-di-paese-42';

/** Creates the Comuni with their devices, logs the users in and opens their pages. */
export async function assembleCrew({ doors }: Pick<Testbed, 'doors'>): Promise<Crew> {
  const direct = { origin: doors[0].origin, fetch: boundedFetch };
  const admin = await logIn(direct, ADMIN);
  const ids = new Map<string, number>();
  for (const owner of OWNERS) {
    const { id: userId } = await admin('createUser', { body: { username: owner, password: PASSWORD } });
    for (const { key: topic, type } of TOWN.filter((device) => device.owner === owner)) {
      const { id } = await admin('createDevice', { body: { topic, type, userId } });
      ids.set(topic, id);
    }
  }
  const members = new Map<User, Member>();
  for (const [index, user] of USERS.entries()) {
    const client = user === 'admin' ? admin : await logIn(direct, { username: user, password: PASSWORD });
    const token = client.token ?? '';
    // What is judged at the end is read at the first.
    const door = user === 'admin' ? 0 : (index + 1) % doors.length;
    const { origin, webOrigin } = doors[door] ?? doors[0];
    members.set(user, {
      user,
      door,
      reads: createClient({ origin, token, fetch: boundedFetch }),
      acts: createClient({ origin: webOrigin, token, fetch: boundedFetch }),
      page: openPage({ origin: webOrigin, token, now: Date.now }),
    });
  }
  return {
    members,
    idOf: (key) => {
      const id = ids.get(key);
      if (id === undefined) throw new Error(`${key} is not registered`);
      return id;
    },
    close: () => {
      for (const { page } of members.values()) page.close();
    },
  };
}
