/** What a server did that it must not: left a schedule undone, did one twice or took back what it had done, said what is not so, or ended when nobody asked. */
export type Violation = { kind: 'missed' | 'doubled' | 'untruthful' | 'crashed'; what: string };

export type Blame = (kind: Violation['kind'], what: string) => void;
