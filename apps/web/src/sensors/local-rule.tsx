import type { ReactNode } from 'react';
import { Fold } from '../ui/fold.tsx';

/** 'La regola nella scheda': why a board should have it too, and the lines, which are of its profile. */
export function LocalRule({ children }: { children: ReactNode }) {
  return (
    <Fold title="La regola nella scheda">
      <p className="small muted">
        Con queste righe un galleggiante collegato alla scheda del segnale accende rosso anche senza console,
        broker e rete. Metti la spunta «La scheda ha la stessa regola»: ciò che accende da sola diventa
        un’allerta.
      </p>
      {children}
    </Fold>
  );
}
