import { useEffect } from 'react';
import { logFailure } from '../platform/log.ts';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';

/** Shown instead of a screen that failed to load or to render. */
export function PageFailure({ error }: { error: unknown }) {
  useEffect(() => logFailure('Pagina non mostrata', error), [error]);
  return (
    <Panel>
      <div className={layoutStyles.stack}>
        <h1>Questa pagina non si è aperta</h1>
        <p>I segnali restano come sono: ricarica la pagina per vederne lo stato.</p>
        <p>
          <Button onClick={() => location.reload()}>Ricarica</Button>
        </p>
      </div>
    </Panel>
  );
}
