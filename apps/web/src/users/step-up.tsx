import { lazy, Suspense } from 'react';
import { useWantedProof } from '../api/step-up.ts';

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }));

/** Asks who it is while a call waits for a fresh proof. The dialog comes with the first such call. */
export function StepUp() {
  const settle = useWantedProof();
  if (!settle) return null;
  return (
    <Suspense>
      <StepUpDialog settle={settle} />
    </Suspense>
  );
}
