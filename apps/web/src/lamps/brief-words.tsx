import type { ReactNode } from 'react';
import { SilentFor } from './silent-for.tsx';
import type { ViewState } from './view-state.ts';

/** In two words what is not as it should be with a device; undefined when all is. */
export function briefWords(view: ViewState): ReactNode {
  const { kind, outOfSync, shown, requested, testing, maintenance, silentSince } = view;
  if (testing) return 'PROVA';
  if (maintenance) return 'MANUTENZIONE';
  if (kind === 'error') return 'ERRORE';
  if (outOfSync) return '≠ Diverso';
  if (silentSince !== null) return <SilentFor since={silentSince} />;
  if (requested !== null) return `→ ${requested}`;
  if (shown === null) return 'Mai sentito';
  return shown === 'spento' ? 'Spento' : undefined;
}
