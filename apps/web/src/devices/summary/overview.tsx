import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { wordFor } from '@semaforo/contract/domain/italian';
import { SIGNAL_COLOURS } from '@semaforo/contract/domain/signal-colour';
import { type ReactNode, useMemo } from 'react';
import { blinkStopped } from '../../lamps/blink.ts';
import { ColourMark } from '../../lamps/colour-mark.tsx';
import { COLOUR_LABELS } from '../../lamps/colour-words.ts';
import { formatTimeOfDay } from '../../platform/date-format.ts';
import { usePageChoice } from '../../platform/page-choice.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import panelStyles from '../../ui/panel.module.css';
import styles from './overview.module.css';
import { countSignals, type SignalCounts } from './signal-counts.ts';

const STALE = ['non aggiornato', 'non aggiornati'] as const;

type OverviewProps = {
  /** Undefined until they are read: no number is shown rather than a zero. */
  devices: readonly DeviceStatusRecord[] | undefined;
  /** When the shown states went out of date (epoch ms); null while they are fresh. */
  stoppedAt: number | null;
  broker: ReactNode;
  bot: ReactNode;
};

/** How many signals show what, and the state of broker and bot. */
export function Overview({ devices, stoppedAt, broker, bot }: OverviewProps) {
  const linkUp = stoppedAt === null;
  const counts = useMemo(() => devices && countSignals(devices, linkUp), [devices, linkUp]);
  const stopped = usePageChoice(blinkStopped);
  return (
    <section
      className={linkUp ? panelStyles.panel : `${panelStyles.panel} ${styles.stale}`}
      aria-label="Riepilogo"
    >
      <div className={styles.overview}>
        {SIGNAL_COLOURS.map((colour) => (
          <div key={colour} className={styles.count}>
            <ColourMark colour={colour} large />
            <b>{counts?.[colour] ?? '–'}</b>
            <span>{COLOUR_LABELS[colour]}</span>
          </div>
        ))}
        <div
          className={
            counts && counts.error > 0
              ? `${styles.count} ${styles.wide} ${styles.inError}`
              : `${styles.count} ${styles.wide}`
          }
        >
          <span className={styles.countIcon}>
            <Icon name="alert" />
          </span>
          <b>{counts?.error ?? '–'}</b>
          <span>In errore</span>
        </div>
        <dl className={`${styles.connections} ${styles.wide}`}>
          <div>
            <dt>MQTT</dt>
            <dd>{broker}</dd>
          </div>
          <div>
            <dt>Telegram</dt>
            <dd>{bot}</dd>
          </div>
        </dl>
      </div>
      <div className={styles.others}>
        {counts && stoppedAt === null && <OtherCounts counts={counts} />}
        {devices && stoppedAt !== null && (
          <span>
            <b>{devices.length}</b> {wordFor(devices.length, STALE)}: conteggi alle{' '}
            {formatTimeOfDay(stoppedAt)}
          </span>
        )}
        <span className={`${layoutStyles.push} ${styles.last}`}>
          <Button variant="link" aria-pressed={stopped} onClick={blinkStopped.toggle}>
            Ferma il lampeggio
          </Button>
        </span>
      </div>
    </section>
  );
}

function OtherCounts({ counts: { spento, noData, pending, stale } }: { counts: SignalCounts }) {
  if (spento + noData + pending + stale === 0) return <span>Nessuno spento, senza dati o in attesa</span>;
  return (
    <>
      {spento > 0 && (
        <span>
          <b>{spento}</b> {wordFor(spento, ['spento', 'spenti'])}
        </span>
      )}
      {noData > 0 && (
        <span>
          <b>{noData}</b> senza dati
        </span>
      )}
      {pending > 0 && (
        <span>
          di cui <b>{pending}</b> in attesa
        </span>
      )}
      {stale > 0 && (
        <span>
          di cui <b>{stale}</b> {wordFor(stale, STALE)}
        </span>
      )}
    </>
  );
}
