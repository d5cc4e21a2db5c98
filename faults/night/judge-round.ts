import type { AlarmRecord } from '@semaforo/contract/api/alarms';

/** What the people of a round really got, by channel as the page names it. */
export type Taken = Readonly<Record<string, number>>;

/**
 * What is wrong after three minutes: a person was reached, or the page says of each person who was told why nothing has
 * reached them; and the page says of nothing that it was sent which was not taken.
 */
export function judgeRound({ steps }: Pick<AlarmRecord, 'steps'>, taken: Taken): string[] {
  const told = steps.filter((step) => step.told);
  const isReached = Object.values(taken).some((count) => count > 0);
  const outcomes = told.flatMap((step) => step.outcomes.map((one) => ({ ...one, name: step.name })));
  const invented = Object.keys(taken).filter(
    (way) => outcomes.filter((one) => one.way === way && one.outcome === 'sent').length > (taken[way] ?? 0),
  );
  return [
    ...invented.map((way) => `the page says that ${way} was sent more often than it was taken`),
    ...(isReached ? [] : notReached(told, outcomes)),
  ];
}

function notReached(
  told: AlarmRecord['steps'],
  outcomes: readonly (AlarmRecord['steps'][number]['outcomes'][number] & { name: string })[],
): string[] {
  if (told.length === 0) return ['no one was reached, and the page says of no one that they were told'];
  return [
    ...told
      .filter(({ ways, outcomes: own }) => ways.length !== own.length)
      .map(({ name }) => `no one was reached, and the page does not say what became of all for ${name}`),
    ...outcomes
      .filter(({ outcome, failure }) => outcome === 'sent' || (outcome === 'failed' && failure === null))
      .map(({ name, way }) => `no one was reached, and the page does not say why not ${name} by ${way}`),
  ];
}
