import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notice } from '../ui/notice.tsx';
import { failureReason, serverSentence } from './failures.ts';

type ToldMutation<Variables, Result> = {
  act: (variables: Variables) => Promise<Result>;
  onNotice: (notice: Notice) => void;
  /** Said on success; left out when the page itself shows it. */
  success?: string;
  /** Said on failure, with the server's reason beside it. */
  failure: string;
  /** With it the server's sentence takes the place of `failure` (docs/rules.md#failure-sentences). */
  serverFirst?: boolean;
  /** What the page has read and the act makes old; read again whether it was done or refused. */
  outdated: readonly QueryKey[];
  onDone?: (result: Result) => void;
};

/** An act that tells how it ended, even when the part of the page that began it is gone by then, and reads again what it changed, or found changed. */
export function useToldMutation<Variables, Result>(options: ToldMutation<Variables, Result>) {
  const { act, onNotice, success, failure, serverFirst = false, outdated, onDone } = options;
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (result) => {
      if (success !== undefined) onNotice({ kind: 'success', text: success });
      onDone?.(result);
    },
    onError: (error) => {
      const text = serverFirst ? serverSentence(error, failure) : failure;
      onNotice({ kind: 'danger', text, reason: failureReason(error) });
    },
    // Refused too: what the page shows was older than it seemed, or the act was done and only its answer got lost.
    onSettled: () => {
      for (const queryKey of outdated) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
