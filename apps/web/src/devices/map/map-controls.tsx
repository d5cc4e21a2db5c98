import { Button } from '../../ui/button.tsx';

type MapControlsProps = {
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

/** Zoom, and the keyboard's way to save the centre. */
export function MapControls({ saved, onZoomIn, onZoomOut, onSaveCentre }: MapControlsProps) {
  return (
    <>
      <div className="map-zoom">
        <button type="button" aria-label="Ingrandisci" onClick={onZoomIn}>
          +
        </button>
        <button type="button" aria-label="Riduci" onClick={onZoomOut}>
          −
        </button>
      </div>
      <div className="panel map-hint">
        <p role="status" className={saved === 'success' || saved === 'error' ? undefined : 'map-hint__how'}>
          {SAVED_WORDS[saved]}
        </p>
        <Button variant="outline" size="small" onClick={onSaveCentre}>
          Salva questo centro
        </Button>
      </div>
    </>
  );
}
