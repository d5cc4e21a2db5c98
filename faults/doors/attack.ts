/** What was measured, and what of it was out of bounds. */
export type AttackResult = {
  figures: Readonly<Record<string, number | string>>;
  violations: readonly string[];
};

/** An attack on a console of its own. Add yours to the list in doors.fault.ts. */
export type Attack = {
  name: string;
  /** What must hold meanwhile, for whoever reads the figures. */
  bound: string;
  run: (options: { seconds: number }) => Promise<AttackResult>;
};
