/** How an act ended: done, done for some devices only, refused to whoever asked, or tried in vain. */
export const AUDIT_OUTCOMES = ['riuscita', 'parziale', 'rifiutata', 'fallita'] as const;

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];
