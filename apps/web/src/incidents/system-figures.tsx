import type { SystemRecord } from '@semaforo/contract/api/system';
import { counted, formFor, wholeNumber } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import styles from './system.module.css';

/** Four figures: confirmations, messages, devices, pages. Counts are since the server started. */
export function SystemFigures({ figures }: { figures: SystemRecord['figures'] }) {
  const { confirmation, messages, devices, pages } = figures;
  return (
    <dl className={styles.figures}>
      <Figure
        value={confirmation === null ? '–' : atMost(confirmation.median_s)}
        words={
          confirmation === null
            ? 'nessun comando confermato dall’avvio'
            : `per metà delle conferme, ${atMost(confirmation.most_s)} per il 99 %`
        }
      />
      <Figure
        value={wholeNumber(messages.received)}
        words={`${formFor(messages.received, ['messaggio ricevuto', 'messaggi ricevuti'])} dall’avvio, ${counted(messages.ignored, ['ignorato', 'ignorati'])}`}
      />
      <Figure
        value={`${wholeNumber(devices.well)}/${wholeNumber(devices.total)}`}
        words={`dispositivi confermati, ${wholeNumber(devices.error)} in errore`}
      />
      <Figure
        value={wholeNumber(pages)}
        words={formFor(pages, ['pagina collegata in diretta', 'pagine collegate in diretta'])}
      />
    </dl>
  );
}

function Figure({ value, words }: { value: string; words: string }) {
  return (
    <div>
      <dd>{value}</dd>
      <dt>{words}</dt>
    </div>
  );
}

function atMost(seconds: number | null): string {
  return seconds === null ? 'oltre 30 s' : `${seconds.toLocaleString(LOCALE)} s`;
}
