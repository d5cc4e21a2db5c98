/** What an attack measured, and what of that was worse than its bound. */
export type AttackResult = { figures: Record<string, number | string>; violations: string[] };

/** One attack on a server of its own. */
export type Attack = { name: string; run: () => Promise<AttackResult> };
