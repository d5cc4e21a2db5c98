import { Alert } from '../ui/alert.tsx';
import { Banner } from '../ui/banner.tsx';
import { CodeLines } from '../ui/code-lines.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import { Line } from '../ui/line.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { ReadingAlert } from '../ui/reading-alert.tsx';
import { ToastAlert } from '../ui/toast.tsx';
import { UndoLine } from '../ui/undo-line.tsx';
import { Block } from './block.tsx';

const LINES = ['calm', 'warn', 'alert', 'second', 'exercise', 'cut'] as const;
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
      <Block name="Line">
        {LINES.map((kind) => (
          <Line
            key={kind}
            kind={kind}
            title={kind}
            next={kind === 'alert' ? 'Proposta per domani' : undefined}
          >
            11 arancio, 1 rosso
          </Line>
        ))}
      </Block>
      <Block name="Notice, UndoLine, CodeLines">
        <Notice title="Prima di andare avanti">La tabella è dell’8 agosto.</Notice>
        <UndoLine
          icon="close"
          title="Pianificazione eliminata"
          detail="ROSSO del 21/11/2026"
          undoLabel="Annulla"
          left="0:09"
          busy={false}
          onUndo={stay}
        />
        <CodeLines label="Righe">BROKER[] = "10.0.0.2"</CodeLines>
      </Block>
      <Block name="Loading, FailedRead, EmptyText">
        <Loading label="Caricamento" />
        <FailedRead sentence="I dati non si sono caricati." retryLabel="Riprova" onRetry={stay} />
        <EmptyText>Nessun dispositivo.</EmptyText>
      </Block>
    </>
  );
}
