import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { failureReason, serverSentence } from './failures.ts';

/** How a mutation ended, as a message for the person. `reason` is the server's own sentence about a failure. */
export type MutationNotice = { kind: 'danger' | 'success'; text: string; reason?: string | undefined };

type MutationWithNotice<Variables, Result> = {
  mutationFn: (variables: Variables) => Promise<Result>;
  onNotice: (notice: MutationNotice) => void;
  /** Shown after a success. Leave it out when the page itself shows the result. */
  successText?: string;
  /** Shown after a failure, with the server's reason beside it. */
  failureText: string;
  /** Shows the server's sentence, when there is one, instead of `failureText` (docs/rules.md#failure-sentences). */
  preferServerText?: boolean;
  /** The queries to read again afterwards. */
  invalidates: readonly QueryKey[];
  /** Called also when the component is gone by then, before what it changes is drawn. */
  onSuccess?: (result: Result, variables: Variables) => void;
};

/**
 * A mutation that reports its end as a notice, even when the component that started it is gone by then. `noteFailure`
 * reports what failed before it was sent.
 */
export function useMutationWithNotice<Variables, Result>(options: MutationWithNotice<Variables, Result>) {
  const { mutationFn, onNotice, successText, failureText, preferServerText = false } = options;
  const queryClient = useQueryClient();
  const noteFailure = (error: unknown) => {
    const text = preferServerText ? serverSentence(error, failureText) : failureText;
    onNotice({ kind: 'danger', text, reason: failureReason(error) });
  };
  const mutation = useMutation({
    mutationFn,
    onSuccess: (result, variables) => {
      if (successText !== undefined) onNotice({ kind: 'success', text: successText });
      options.onSuccess?.(result, variables);
    },
    onError: noteFailure,
    // After a failure too: the page may show old values, or only the answer was lost and the change was made.
    onSettled: () => {
      for (const queryKey of options.invalidates) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return { ...mutation, noteFailure };
}
