import { groupBy } from '@semaforo/contract/domain/group-by';
import { counted, formatOthers, formatSeconds } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import type { WholeCommand } from '../api/last-command.ts';
import type { CommandShares, Share, ShareState } from './command-shares.ts';

const WORDS: Record<ShareState, [one: string, more: string]> = {
  confirmed: ['confermato', 'confermati'],
  changed: ['mostra altro adesso', 'mostrano altro adesso'],
  failed: ['fallito', 'falliti'],
  superseded: ['superato', 'superati'],
  stopped: ['annullato', 'annullati'],
  waiting: ['in attesa', 'in attesa'],
};
type LeftOut = WholeCommand['leftOut'][number];

const NAMES_IN_FULL = 5;
const TENTH_MS = 100;

const inOneSentence = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** '1 fallito', '2 falliti', '3 in attesa'. */
export function formatShareCount(state: ShareState, count: number): string {
  return counted(count, WORDS[state]);
}

/** '9 di 12 confermati, 2 falliti': the progress as one sentence. */
export function progressSentence({ confirmed, changed, failed, total }: CommandShares): string {
  const failures = failed.length === 0 ? '' : `, ${formatShareCount('failed', failed.length)}`;
  const others = changed.length === 0 ? '' : `, ${formatShareCount('changed', changed.length)}`;
  return `${confirmed.length} di ${total} confermati${others}${failures}`;
}

/** How long the confirmations took: 'confermati in 0,9 s'; null when that is not known. */
export function describeConfirmed({ confirmedAt, createdAt, total }: WholeCommand): string | null {
  if (confirmedAt === null) return null;
  const tookMs = Math.max(TENTH_MS, confirmedAt - Date.parse(createdAt));
  const rounded = Math.round(tookMs / TENTH_MS) * TENTH_MS;
  return `${total === 1 ? 'confermato' : 'confermati'} in ${formatSeconds(rounded)}`;
}

/** For whom a command was, when not for all: ' a 6 semafori scelti', ' al gruppo «Sottopassi»'. */
export function describeTargets({
  whom,
  group,
  total,
}: Pick<WholeCommand, 'whom' | 'group' | 'total'>): string {
  if (group !== null) return ` al gruppo «${group}»`;
  return whom === 'scelti' ? ` a ${counted(total, ['semaforo scelto', 'semafori scelti'])}` : '';
}

/** To which colors a restore goes back: '9 verde, 2 giallo', the most frequent first. */
export function describeRestored({ deliveries }: Pick<WholeCommand, 'deliveries'>): string {
  const counts = new Map<string, number>();
  for (const { value } of deliveries) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([value, count]) => `${count} ${value}`)
    .join(', ');
}

const BECAUSE: Record<LeftOut['because'], [one: string, more: string]> = {
  'not-confirmed-before': ['colore precedente non confermato', 'colore precedente non confermato'],
  'commanded-since': ['comandato dopo', 'comandati dopo'],
};

/** Which devices a restore leaves alone: 'Resta fuori Lungofiume: colore precedente non confermato.' Null for none. */
export function formatLeftOut(leftOut: readonly LeftOut[]): string | null {
  const sentences = (Object.keys(BECAUSE) as LeftOut['because'][]).flatMap((reason) => {
    const devices = leftOut.filter(({ because }) => because === reason).map(({ device }) => device);
    if (devices.length === 0) return [];
    const [one, more] = BECAUSE[reason];
    const isOne = devices.length === 1;
    return [`${isOne ? 'Resta' : 'Restano'} fuori ${formatNames(devices)}: ${isOne ? one : more}.`];
  });
  return sentences.length === 0 ? null : sentences.join(' ');
}

function formatNames(names: readonly string[]): string {
  const named = names.slice(0, NAMES_IN_FULL);
  const others = names.length - named.length;
  return inOneSentence.format(others === 0 ? named : [...named, formatOthers(others)]);
}

/** The failed devices by the reason that they have in common, in the order of the first of each. */
export function failuresByReason(failed: readonly Share[]): { reason: string; devices: string[] }[] {
  return [...groupBy(failed, ({ reason }) => reason)].flatMap(([reason, shares]) =>
    reason === null ? [] : [{ reason, devices: shares.map(({ device }) => device) }],
  );
}
