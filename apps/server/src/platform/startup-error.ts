/**
 * A failure at the start that only a person can mend. Its message is one Italian line that says what to do; no stack
 * is shown.
 */
export class StartupError extends Error {}
