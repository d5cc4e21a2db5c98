import type { DutyPerson, DutyTrial } from '@semaforo/contract/api/alarms';
import type { ReachPerson } from '../notifications/notification.ts';
import { failureOf } from '../platform/failure-of.ts';
import { nameWays, toAudience } from './duty-person.ts';

const TRIAL =
  'PROVA degli avvisi di Semaforo, chiesta da una persona. Nessun allarme: non serve fare nulla, se non sapere che questo messaggio arriva.';

/** A person without any way, and the ways that could not be found. */
const NO_WAY = 'nessun recapito che funzioni';

/**
 * Sends everybody on duty a message that says it is a test, by each of their ways at once, and resolves to what came
 * back. Past the outbox: who asks waits for the answer, and nothing is tried again later.
 */
export async function testDuty(
  people: readonly DutyPerson[],
  { reach, key }: { reach: ReachPerson; key: string },
): Promise<DutyTrial[]> {
  const results = people.map(async (person, index): Promise<DutyTrial[]> => {
    const { name } = person;
    const ways = await reach(toAudience(person));
    if (ways.length === 0) return [{ name, way: null, failure: NO_WAY }];
    return Promise.all(
      ways.map(async (way) => ({
        name,
        way: nameWays([way.name]),
        failure: await failureOf(way.send({ key: `${key}:${index}`, text: TRIAL, path: '/allarmi' })),
      })),
    );
  });
  return (await Promise.all(results)).flat();
}
