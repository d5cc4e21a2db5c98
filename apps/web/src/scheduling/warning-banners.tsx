import type { ScheduleWarnings } from '@semaforo/contract/api/schedules';
import type { ReactNode } from 'react';
import { Banner } from '../ui/banner.tsx';
import { describeClockStep, formatMissed } from './describe-warnings.ts';
import { useRomeMinute } from './use-rome-minute.ts';

type WarningBannersProps = {
  missed: ScheduleWarnings['missed'];
  /** Newest first. */
  steps: ScheduleWarnings['clock_steps'];
  link: ReactNode;
  onCloseMissed: () => void;
  onCloseSteps: () => void;
};

/** What did not run, and how the server's clock was moved: a banner each, when there is any. */
export function WarningBanners({ missed, steps, link, onCloseMissed, onCloseSteps }: WarningBannersProps) {
  const { today } = useRomeMinute();
  const [newestStep] = steps;
  return (
    <>
      {missed.length > 0 && (
        <Banner
          kind="warn"
          title={formatMissed(missed, today)}
          dismissal={{ label: 'Chiudi l’avviso di pianificazioni non eseguite', onClose: onCloseMissed }}
        >
          {link}
        </Banner>
      )}
      {newestStep && (
        <Banner
          kind="warn"
          title={describeClockStep(newestStep, steps.length, today)}
          dismissal={{ label: 'Chiudi l’avviso sull’orologio del server', onClose: onCloseSteps }}
        >
          {link}
        </Banner>
      )}
    </>
  );
}
