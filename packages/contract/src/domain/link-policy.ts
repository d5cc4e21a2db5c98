import { formatDuration } from './italian.ts';

/**
 * What the board of a signal does while it hears nothing from the broker (docs/rules.md#link-policy): it keeps its
 * lamp; it keeps it and lights a lamp that says so; after some time it lights rosso.
 */
export const LINK_POLICIES = ['keep', 'keep-and-say', 'rosso-after'] as const;

/** `after_s`: for `rosso-after`, else null. */
export type LinkPolicy = { readonly policy: (typeof LINK_POLICIES)[number]; readonly after_s: number | null };

export const USUAL_LINK_POLICY: LinkPolicy = { policy: 'keep', after_s: null };

/** Shorter than this a broker that is restarted would light every underpass. */
export const ROSSO_AFTER_S = { least: 300, usual: 7200, most: 259_200 };

const WRITTEN = /^(keep|keep-and-say|rosso-after (\d{1,7}))$/;

/** What a board says of itself on `policy`; undefined for anything else. */
export function parseLinkPolicy(payload: string): LinkPolicy | undefined {
  const [, word, seconds] = WRITTEN.exec(payload) ?? [];
  if (word === undefined) return undefined;
  if (seconds !== undefined) return { policy: 'rosso-after', after_s: Number(seconds) };
  return { policy: word === 'keep' ? 'keep' : 'keep-and-say', after_s: null };
}

/** 'Tiene l’ultimo colore', 'Rosso dopo 2 ore'. */
export function linkPolicyWords({ policy, after_s: afterS }: LinkPolicy): string {
  if (policy === 'keep') return 'Tiene l’ultimo colore';
  if (policy === 'keep-and-say') return 'Tiene l’ultimo colore e accende «non collegato»';
  return `Rosso dopo ${formatDuration((afterS ?? ROSSO_AFTER_S.usual) * 1000)}`;
}
