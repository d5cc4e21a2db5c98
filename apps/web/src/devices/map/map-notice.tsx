import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './devices-map.module.css';
import type { MapGround } from './use-tiles.ts';

type MapNoticeProps = {
  ground: MapGround;
  /** `failed`: could not be read; `unplaced`: none has a position. */
  devices: 'reading' | 'failed' | 'unplaced' | 'placed';
  /** Moves the map to the devices; given while none of them is in view. */
  onFrame: (() => void) | undefined;
  onRetry: () => void;
};

/** Says what is missing on the map, and where the devices are found instead; nothing when nothing is. */
export function MapNotice({ ground, devices, onFrame, onRetry }: MapNoticeProps) {
  if (devices === 'failed') {
    return (
      <MissingPart sentence="I dispositivi non si leggono: la mappa è vuota.">
        <Button variant="outline" size="small" onClick={onRetry}>
          Riprova
        </Button>
      </MissingPart>
    );
  }
  if (devices === 'unplaced') {
    return <MissingPart sentence="Nessun dispositivo ha una posizione: la mappa è vuota." />;
  }
  if (devices === 'placed' && onFrame) {
    return (
      <MissingPart sentence="Da qui non si vede nessun dispositivo.">
        <Button variant="outline" size="small" onClick={onFrame}>
          Mostrali
        </Button>
      </MissingPart>
    );
  }
  if (ground !== 'missing') return null;
  return (
    <MissingPart sentence="Lo sfondo della mappa non si carica: mancano strade e nomi, le posizioni sono giuste." />
  );
}

function MissingPart({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <Panel as="div" padded={false} className={styles.notice} role="status">
      <p>{sentence}</p>
      {children}
      <Link to="/dashboard">Apri l’elenco dei semafori</Link>
    </Panel>
  );
}
