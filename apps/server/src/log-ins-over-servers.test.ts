import { createClient } from '@semaforo/client';
import { until } from '@semaforo/testing/until';
import { describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD } from '../test/running-app.ts';
import { hasServersAsOne, startServersAsOne } from '../test/servers-as-one.ts';

const GUESSES = 10;
/** Of its own each server counts half of the guesses: so few more do not make ten. */
const MORE_AT_MOST = 3;

describe.skipIf(!hasServersAsOne)('log-ins at two servers', () => {
  test('wrong passwords count together, and nothing secret of a log-in goes over NATS', async () => {
    const { first, second, nats } = await startServersAsOne();
    await first.createOperator('comune');
    const servers = [first, second].map(({ url }) => createClient({ origin: url }));
    const guess = async (number: number) => {
      const client = servers[number % servers.length] ?? servers[0];
      const attempt = { username: 'comune', password: `tentativo-sbagliato-${number}` };
      const answer = await client?.attempt('logIn', { body: attempt });
      return answer?.status;
    };
    const published = () => nats.published().split('.log_in ').length - 1;
    const before = published();
    for (let number = 0; number < GUESSES; number += 1) {
      expect(await guess(number)).toBe(401);
      await until('the other server was sent it', () => published() === before + number + 1);
    }
    for (const number of [0, 1]) {
      const answers: unknown[] = [];
      await until(
        `server ${number} counts them all`,
        async () => answers.push(await guess(number)) && answers.at(-1) === 429,
      );
      expect(answers.length).toBeLessThanOrEqual(MORE_AT_MOST);
    }
    for (const secret of ['tentativo-sbagliato', OPERATOR_PASSWORD, '$argon2']) {
      expect(nats.published()).not.toContain(secret);
    }
    expect([...first.log, ...second.log]).not.toContainEqual(expect.stringContaining('between servers'));
  });
});
