import { ApiError, NetworkError } from '@semaforo/client/failures';
import type { FieldErrors } from 'react-hook-form';

/** The sentence to show for a failed call: the server's own, else the fallback (docs/rules.md#failure-sentences). */
export function serverSentence(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}

/** Why a call failed, in words for a person: the server's sentence or the network's; undefined when neither said. */
export function failureReason(error: unknown): string | undefined {
  const isForPeople = error instanceof ApiError || error instanceof NetworkError;
  return isForPeople && error.message !== '' ? error.message : undefined;
}

/** What the schema of a form refused, as the server would refuse it: with the sentence of the first fault. */
export function refusalOf(errors: FieldErrors): ApiError {
  return new ApiError({ status: 400, code: 'invalid-input', message: firstSentence(errors) ?? '' });
}

/** A field whose name has a dot has its error one level further down. */
function firstSentence(errors: object): string | undefined {
  return Object.values(errors)
    .map((error: unknown) => {
      if (typeof error !== 'object' || error === null) return undefined;
      return 'message' in error ? String(error.message) : firstSentence(error);
    })
    .find((sentence) => sentence !== undefined);
}
