import { SHORTEST_PASSPHRASE } from '@semaforo/contract/domain/backup-rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callForBody } from '../api/call.ts';
import { serverSentence } from '../api/failures.ts';
import { queryKeys } from '../api/query-keys.ts';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

/** Has the server make a backup now, and this browser save it. */
export function DownloadBackup() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <p>
        <Button variant="outline" onClick={() => setOpen(true)}>
          <Icon name="download" small /> Scarica una copia adesso
        </Button>
      </p>
      {open && <PassphraseDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function PassphraseDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [passphrase, setPassphrase] = useState('');
  const making = useMutation({
    mutationFn: async () => {
      const response = await callForBody('downloadBackup', { body: { passphrase } });
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      saveFile(name ?? 'semaforo.backup', await response.blob());
    },
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.backups }),
  });
  const isShort = passphrase.length < SHORTEST_PASSPHRASE;
  return (
    <Dialog
      title="Scarica una copia di sicurezza"
      onCancel={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Annulla
          </Button>
          <Button
            aria-disabled={isShort || making.isPending}
            onClick={() => isShort || making.isPending || making.mutate()}
          >
            {making.isPending ? 'Copia in corso…' : 'Scarica'}
          </Button>
        </>
      }
    >
      <p>
        Contiene tutto, anche i segreti: è cifrata con questa passphrase, almeno {SHORTEST_PASSPHRASE}{' '}
        caratteri. Senza, nessuno la può ripristinare.
      </p>
      <PasswordInput
        label="Passphrase della copia"
        autoComplete="new-password"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      {making.error && <p role="alert">{serverSentence(making.error, 'La copia non è stata fatta')}</p>}
    </Dialog>
  );
}
