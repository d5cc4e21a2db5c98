import { Alert } from '../ui/alert.tsx';
import { Banner } from '../ui/banner.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import { Loading } from '../ui/loading.tsx';
import { ReadingAlert } from '../ui/reading-alert.tsx';
import { ToastAlert } from '../ui/toast.tsx';
import { Block } from './block.tsx';

const stay = () => undefined;

/** What tells a person how something went, or that it is under way. */
export function MessageBlocks() {
  return (
    <>
      <Block name="Alert">
        <Alert kind="success" closeLabel="Chiudi" onClose={stay}>
          Dispositivo creato con successo
        </Alert>
        <Alert kind="danger" closeLabel="Chiudi" onClose={stay}>
          Errore creazione dispositivo
        </Alert>
        <ReadingAlert failedAt={1} text="ReadingAlert: errore caricamento" closeLabel="Chiudi" />
      </Block>
      <Block name="ToastAlert">
        <ToastAlert
          shown={{ kind: 'danger', text: 'Errore salvataggio', reason: 'Il broker non risponde', number: 1 }}
          closeLabel="Chiudi"
          onClose={stay}
        />
      </Block>
      <Block name="Banner">
        <Banner title="Collegamento interrotto">Stati fermi da 31 s.</Banner>
        <Banner
          kind="warn"
          title="Una pianificazione è mancata"
          dismissal={{ label: 'Chiudi', onClose: stay }}
        >
          Verde, 06:00
        </Banner>
      </Block>
      <Block name="Loading, FailedRead, EmptyText">
        <Loading label="Caricamento" />
        <FailedRead sentence="I dati non si sono caricati." retryLabel="Riprova" onRetry={stay} />
        <EmptyText>Nessun dispositivo.</EmptyText>
      </Block>
    </>
  );
}
