/** What a server did that it must not: left a schedule undone, did one twice or took back what it had done, or said what is not so. */
export type Violation = { kind: 'missed' | 'doubled' | 'untruthful'; what: string };

export type Blame = (kind: Violation['kind'], what: string) => void;
