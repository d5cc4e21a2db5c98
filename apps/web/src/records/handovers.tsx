import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callRoute } from '../api/call.ts';
import { serverSentence } from '../api/failures.ts';
import { queryKeys } from '../api/query-keys.ts';
import { formatInstant } from '../platform/date-format.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import fieldStyles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';
import { Line } from '../ui/line.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './daysheet.module.css';

const REFRESH_MS = 30_000;

/** What the last shift left to be known, one line each, until somebody takes it. */
export function HandoverLines() {
  const { data } = useQuery({
    queryKey: queryKeys.handovers,
    queryFn: ({ signal }) => callRoute('listHandovers', { signal }),
    refetchInterval: REFRESH_MS,
  });
  const taking = useHandover((id: number) => callRoute('takeHandover', { params: { id }, body: {} }));
  return data?.handovers.map(({ id, text, author, written_at: at }) => (
    <Line
      key={id}
      kind="calm"
      label="Consegna del turno"
      mark={<Icon name="document" />}
      title="Consegna:"
      actions={
        <Button
          variant="outline"
          aria-disabled={taking.isPending}
          onClick={() => taking.isPending || taking.mutate(id)}
        >
          Presa
        </Button>
      }
    >
      <span className={styles.handover}>
        <UserText>{text}</UserText> ({author}, {formatInstant(at, serverNow())})
      </span>
    </Line>
  ));
}

/** Writes what the next shift must know. */
export function HandoverButton() {
  const [text, setText] = useState<string>();
  const writing = useHandover((written: string) => callRoute('writeHandover', { body: { text: written } }));
  const close = () => setText(undefined);
  const write = () => {
    if (text === undefined || text.trim() === '' || writing.isPending) return;
    writing.mutate(text, { onSuccess: close });
  };
  return (
    <>
      <Button variant="outline" onClick={() => setText('')}>
        Lascia una consegna
      </Button>
      {text !== undefined && (
        <Dialog
          title="Consegna per il prossimo turno"
          onCancel={close}
          actions={
            <>
              <Button variant="outline" onClick={close}>
                Annulla
              </Button>
              <Button aria-disabled={text.trim() === '' || writing.isPending} onClick={write}>
                Lascia
              </Button>
            </>
          }
        >
          <textarea
            aria-label="Che cosa deve sapere chi arriva"
            className={fieldStyles.input}
            rows={5}
            maxLength={1000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {writing.error && (
            <p role="alert">{serverSentence(writing.error, 'La consegna non è stata scritta')}</p>
          )}
        </Dialog>
      )}
    </>
  );
}

function useHandover<Input>(act: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.handovers }),
  });
}
