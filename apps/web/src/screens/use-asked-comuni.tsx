import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Reach } from '../commands/reach.ts';

/** Only admins see it. */
const ComuniQuestion = lazy(async () => ({
  default: (await import('../commands/comuni-question.tsx')).ComuniQuestion,
}));

type Requested = { act: 'send' | 'schedule'; color: SignalColor };

/**
 * `ask` does an act on signals at once, or asks first when it crosses more than one Comune; `question` is to be drawn.
 * What is confirmed is what the question said: an answer counts only for the devices that it named.
 */
export function useRequestedComuni(reach: Reach): {
  question: ReactNode;
  ask: (requested: Requested, act: () => void) => void;
} {
  const [open, setOpen] = useState<Requested & { proceed: () => void; reach: Reach }>();
  const close = () => setOpen(undefined);
  const question = open && (
    <Suspense>
      <ComuniQuestion
        act={open.act}
        color={open.color}
        type="semaforo"
        reach={open.reach}
        onCancel={close}
        onConfirm={() => {
          close();
          open.proceed();
        }}
      />
    </Suspense>
  );
  return {
    question,
    ask: (requested, act) => {
      if (reach.comuni.length > 1) setOpen({ ...requested, proceed: act, reach });
      else act();
    },
  };
}
