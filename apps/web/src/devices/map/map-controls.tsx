import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './devices-map.module.css';

/** What became of the centre that was last chosen. `former`: the one before it is saved again. */
export type CentreSaved = 'none' | 'new' | 'former' | 'failed';

type MapControlsProps = {
  /** False until the map is there: a press would do nothing. */
  isReady: boolean;
  saved: CentreSaved;
  onZoomIn: () => void;
  onZoomOut: () => void;
  /** Undefined when no device has a position. */
  onFrame: (() => void) | undefined;
  onSaveCentre: () => void;
  onUndo: () => void;
  /** What else stands in their corner. */
  children: ReactNode;
};

const SAVED_LABELS: Record<CentreSaved, string> = {
  none: 'Doppio clic: salva il nuovo centro',
  new: 'Nuovo centro salvato',
  former: 'Il centro di prima è di nuovo salvato',
  failed: 'Il nuovo centro non è stato salvato',
};

/** The zoom, a way to see all devices, and one to save the centre by keyboard and to take that back. */
export function MapControls(props: MapControlsProps) {
  const { isReady, saved, onZoomIn, onZoomOut, onFrame, onSaveCentre, onUndo, children } = props;
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
      <div className={styles.corner}>
        <Panel as="div" padded={false} className={styles.hint}>
          <p role="status" className={saved === 'none' ? styles.how : undefined}>
            {SAVED_LABELS[saved]}
          </p>
          {saved === 'new' && (
            <Button variant="link" onClick={onUndo}>
              Annulla
            </Button>
          )}
          <Button variant="outline" size="small" disabled={!isReady} onClick={onSaveCentre}>
            Salva questo centro
          </Button>
          <Button
            variant="outline"
            size="small"
            disabled={!isReady || onFrame === undefined}
            onClick={onFrame}
          >
            Inquadra i miei dispositivi
          </Button>
        </Panel>
        {children}
      </div>
    </>
  );
}
