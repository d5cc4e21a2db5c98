/** The server refused a call. `message` is its Italian sentence, or empty when it gave none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;

  constructor(failure: { status: number; code: string; message: string }) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
  }
}

/** The server could not be reached at all. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('Server non raggiungibile', { cause });
  }
}

/** The sentence to show for a failed call: the server's own, else the fallback (docs/rules.md#failure-sentences). */
export function serverSentence(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** Why a call failed, in words for a person: the server's sentence or the network's; undefined when neither said. */
export function failureReason(error: unknown): string | undefined {
  const told = error instanceof ApiError || error instanceof NetworkError;
  return told && error.message !== '' ? error.message : undefined;
}
