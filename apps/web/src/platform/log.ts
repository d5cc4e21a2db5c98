/** Writes a failure that the page does not show to the browser's log (log level warn: docs/rules.md#failure-log). */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the browser's log
  console.warn(what, error);
}
