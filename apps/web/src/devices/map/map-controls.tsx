import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './devices-map.module.css';

type MapControlsProps = {
  /** False until the map is there: a press would do nothing. */
  isReady: boolean;
  saved: 'idle' | 'pending' | 'success' | 'error';
  onZoomIn: () => void;
  onZoomOut: () => void;
  onSaveCentre: () => void;
};

const SAVED_WORDS = {
  idle: 'Doppio clic: salva il nuovo centro',
  pending: 'Doppio clic: salva il nuovo centro',
  success: 'Nuovo centro salvato',
  error: 'Il nuovo centro non è stato salvato',
};

/** The zoom, and a way to save the centre by keyboard. */
export function MapControls({ isReady, saved, onZoomIn, onZoomOut, onSaveCentre }: MapControlsProps) {
  return (
    <>
      <div className={styles.zoom}>
        <button type="button" aria-label="Ingrandisci" disabled={!isReady} onClick={onZoomIn}>
          +
        </button>
        <button type="button" aria-label="Riduci" disabled={!isReady} onClick={onZoomOut}>
          −
        </button>
      </div>
      <Panel as="div" padded={false} className={styles.hint}>
        <p role="status" className={saved === 'success' || saved === 'error' ? undefined : styles.how}>
          {SAVED_WORDS[saved]}
        </p>
        <Button variant="outline" size="small" disabled={!isReady} onClick={onSaveCentre}>
          Salva questo centro
        </Button>
      </Panel>
    </>
  );
}
