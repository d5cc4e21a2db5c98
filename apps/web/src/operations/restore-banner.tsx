import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { serverSentence } from '../api/failures.ts';
import { queryKeys } from '../api/query-keys.ts';
import { formatDateTime } from '../platform/date-format.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

const READ_EVERY_MS = 60_000;

/** After a restored backup: the lamps are to be looked at, before the console commands by itself again. */
export function RestoreBanner() {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: queryKeys.restore,
    queryFn: ({ signal }) => callRoute('getRestore', { signal }),
    refetchInterval: READ_EVERY_MS,
  });
  const resume = useMutation({
    mutationFn: () => callRoute('resumeAfterRestore', {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.restore }),
  });
  const restore = data?.restore;
  if (!restore) return null;
  return (
    <Banner
      kind="danger"
      title={`È stata ripristinata una copia di ${formatDateTime(restore.made_at)}: guarda le lampade`}
    >
      <p>
        Ciò che era previsto prima del ripristino non viene ripetuto, e ciò che un dispositivo dovrebbe
        mostrare può essere cambiato dopo la copia. Guarda che cosa mostrano i semafori, poi riprendi il
        comando.
      </p>
      <Button disabled={resume.isPending} onClick={() => resume.mutate()}>
        Riprendi il comando
      </Button>
      {resume.error && <p role="alert">{serverSentence(resume.error, 'Il comando non è stato ripreso')}</p>}
    </Banner>
  );
}
