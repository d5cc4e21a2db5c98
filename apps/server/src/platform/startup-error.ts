/** A failure at the start that only a person can mend. Its message is Italian and says all that is needed; a stack would not help. */
export class StartupError extends Error {}
