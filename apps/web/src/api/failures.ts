import { ApiError, NetworkError } from '@semaforo/client/failures';

/** The sentence to show for a failed call: the server's own, else the fallback (docs/rules.md#failure-sentences). */
export function serverSentence(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** Why a call failed, in words for a person: the server's sentence or the network's; undefined when neither said. */
export function failureReason(error: unknown): string | undefined {
  const told = error instanceof ApiError || error instanceof NetworkError;
  return told && error.message !== '' ? error.message : undefined;
}
