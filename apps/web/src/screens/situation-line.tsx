import type { Alert } from '@semaforo/contract/api/alerts';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useAlerts, useDecideAlert } from '../alerts/alerts.queries.ts';
import {
  describeOverridden,
  describeSignals,
  describeWaiting,
  situationOf,
  situationTitle,
} from '../alerts/describe-situation.ts';
import { useShowingNow } from '../alerts/showing-now.ts';
import { useBulletinToday } from '../bulletins/bulletin-today.ts';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { ColorMark } from '../lamps/color-mark.tsx';
import type { LinkState } from '../live/link-state.ts';
import { Age } from '../platform/age.tsx';
import { serverNow } from '../platform/server-clock.ts';
import { useShortcuts } from '../platform/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Line } from '../ui/line.tsx';
import styles from './situation-line.module.css';

/** Most days there is none. */
const AlertCard = lazy(async () => ({ default: (await import('../alerts/alert-card.tsx')).AlertCard }));

type SituationLineProps = {
  link: LinkState;
  /** For whoever may decide: why no alert can be decided now, null when it can, and who looks. A wall only watches. */
  decide?: { block: string | null; username: string | undefined };
};

/**
 * What holds now, in one line: the alert in course and what all the signals show, and what waits for a decision. The
 * alerts themselves open over the page, which never moves.
 */
export function SituationLine({ link, decide }: SituationLineProps) {
  const { alerts, failed } = useAlerts();
  const { inCourse, others, waiting } = situationOf(alerts);
  const [open, setOpen] = useState<'in-course' | 'waiting'>();
  const box = useRef<HTMLDivElement>(null);
  const sheetId = useId();
  const shown =
    open === 'waiting' ? waiting : alerts.filter(({ state, drill }) => state === 'in corso' && !drill);
  const isOpen = decide !== undefined && open !== undefined && shown.length > 0;
  const close = () => setOpen(undefined);
  useClosing(box, isOpen, close);
  useShortcuts((key) => {
    if (key === 'd' && inCourse && decide) setOpen(isOpen ? undefined : 'in-course');
    else if (key === 'escape' && isOpen) close();
    else return false;
    return true;
  });
  const toggle = (which: 'in-course' | 'waiting') => setOpen(isOpen && open === which ? undefined : which);
  const { lead, what } = describeWaiting(waiting, serverNow());
  const next = waiting[0] && (
    <>
      <ColorMark color={waiting[0].color} />
      <span>
        {lead} <b>{what}</b>
      </span>
      {decide && (
        <Button
          data-main=""
          aria-expanded={isOpen && open === 'waiting'}
          aria-controls={sheetId}
          onClick={() => toggle('waiting')}
        >
          {isOpen && open === 'waiting' ? 'Chiudi' : 'Decidi'}
        </Button>
      )}
    </>
  );
  return (
    <div ref={box} className={styles.situation}>
      {inCourse ? (
        <InCourse
          alert={inCourse}
          others={others}
          linkUp={link.up}
          details={
            decide && {
              isOpen: isOpen && open === 'in-course',
              id: sheetId,
              toggle: () => toggle('in-course'),
            }
          }
          next={next}
        />
      ) : (
        <Quiet failed={failed} next={next} link={decide && <Link to="/allerte">Vai ad Allerte</Link>} />
      )}
      {decide && isOpen && (
        <section id={sheetId} className={styles.sheet} aria-label="Allerte proposte e in corso">
          <Suspense fallback={null}>
            {shown.map((alert) => (
              <AlertCard key={alert.id} alert={alert} isOld={!link.up} {...decide} />
            ))}
          </Suspense>
        </section>
      )}
    </div>
  );
}

type InCourseProps = {
  alert: Alert;
  others: number;
  linkUp: boolean;
  details: { isOpen: boolean; id: string; toggle: () => void } | undefined;
  next: ReactNode;
};

function InCourse({ alert, others, linkUp, details, next }: InCourseProps) {
  const signals = useDevicesOfType('semaforo').devices;
  const showing = useShowingNow(alert, linkUp)?.showing ?? alert.showing;
  const deciding = useDecideAlert();
  const byHand = new Set(alert.overrides.map(({ deviceId }) => deviceId));
  const title = situationTitle(alert, serverNow());
  const overridden = linkUp ? describeOverridden(alert, showing) : null;
  return (
    <Line
      kind="alert"
      label="Situazione"
      mark={<ColorMark color={alert.color} />}
      title={<span role="status">{title}</span>}
      actions={
        details && (
          <>
            {overridden !== null && (
              <Button
                aria-disabled={deciding.isPending || !linkUp}
                onClick={() => {
                  if (!deciding.isPending && linkUp) deciding.mutate({ act: 'returnToAlert', id: alert.id });
                }}
              >
                Torna all’allerta
              </Button>
            )}
            <Button aria-expanded={details.isOpen} aria-controls={details.id} onClick={details.toggle}>
              {details.isOpen ? 'Chiudi' : 'Dettagli'}
            </Button>
          </>
        )
      }
      next={next}
    >
      {overridden ?? (signals ? describeSignals(signals, byHand, linkUp) : 'lettura dei segnali…')}
      {others > 0 && ` · e ${others === 1 ? 'un’altra allerta' : `altre ${others} allerte`} in corso`}
    </Line>
  );
}

/** Nothing is in course; what the bulletin says, where one's zones are known. What is not known is not quiet. */
function Quiet({ failed, next, link }: { failed: boolean; next: ReactNode; link: ReactNode }) {
  const bulletin = useBulletinToday();
  if (failed) {
    return (
      <Line
        kind="warn"
        label="Situazione"
        mark={<Icon name="unknown" />}
        title="Le allerte non sono state lette."
        next={next}
      >
        Non si sa se ce n’è una in corso. Riprovo da solo.
      </Line>
    );
  }
  if (bulletin?.isOld) {
    return (
      <Line
        kind="warn"
        label="Situazione"
        mark={<Icon name="clock" />}
        title={
          bulletin.issuedAt === null ? (
            'Nessun bollettino di oggi.'
          ) : (
            <>
              Bollettino di <Age since={bulletin.issuedAt} />.
            </>
          )
        }
        actions={link}
        next={next}
      >
        Non sappiamo che cosa dice quello di oggi.
      </Line>
    );
  }
  return (
    <Line
      kind="calm"
      label="Situazione"
      mark={<Icon name="check" />}
      title="Nessuna allerta in corso."
      next={
        next ??
        (bulletin && bulletin.tomorrow !== null ? (
          <>
            <ColorMark color={bulletin.tomorrow} />
            <span>Domani: {bulletin.tomorrow}</span>
          </>
        ) : undefined)
      }
    >
      {bulletin && bulletin.issuedAt !== null && (
        <>
          Bollettino di oggi: {bulletin.today ?? 'non disponibile'}, emesso <Age since={bulletin.issuedAt} />
        </>
      )}
    </Line>
  );
}

/** A press outside closes what is open over the page. */
function useClosing(box: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = ({ target }: PointerEvent) => {
      const isOutside = target instanceof Element && target.closest('dialog') === null;
      if (isOutside && box.current?.contains(target) === false) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  });
}
