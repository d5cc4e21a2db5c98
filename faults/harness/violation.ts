/**
 * A fault of the server: it left a schedule undone, did one twice or undid it, reported something false, or ended
 * by itself.
 */
export type Violation = { kind: 'missed' | 'doubled' | 'untruthful' | 'crashed'; what: string };

export type ReportViolation = (kind: Violation['kind'], what: string) => void;
