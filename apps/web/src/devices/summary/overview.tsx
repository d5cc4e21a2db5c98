import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { counted, formFor } from '@semaforo/contract/domain/italian';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import type { ReactNode } from 'react';
import { BlinkButton } from '../../lamps/blink-button.tsx';
import { COLOR_LABELS } from '../../lamps/color-labels.ts';
import { ColorMark } from '../../lamps/color-mark.tsx';
import { formatTimeOfDay } from '../../platform/date-format.ts';
import { Icon } from '../../ui/icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Panel } from '../../ui/panel.tsx';
import styles from './overview.module.css';
import { type SignalCounts, useSignalCounts } from './signal-counts.ts';

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
  const counts = useSignalCounts(devices, linkUp);
  return (
    <Panel padded={false} className={linkUp ? undefined : styles.stale} label="Riepilogo">
      <div className={styles.overview}>
        {SIGNAL_COLORS.map((color) => (
          <Figure key={color} count={counts?.[color]} words={COLOR_LABELS[color]}>
            <ColorMark color={color} large />
          </Figure>
        ))}
        <Figure count={counts?.error} words="In errore" kind="error">
          <span className={styles.countIcon}>
            <Icon name="alert" />
          </span>
        </Figure>
        <Figure count={counts?.outOfSync} words="Diversi dal comando" kind="unequal">
          <span className={styles.countIcon}>
            <Icon name="unequal-square" />
          </span>
        </Figure>
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
      <div className={styles.others} data-quiet={linkUp && counts !== undefined && othersOf(counts) === 0}>
        {counts && counts.outOfSync > 0 && (
          <b className={styles.outOfSyncInNarrow}>
            {counted(counts.outOfSync, ['diverso dal comando', 'diversi dal comando'])}
          </b>
        )}
        {counts && stoppedAt === null && <OtherCounts counts={counts} />}
        {counts && stoppedAt !== null && (
          <span>
            <b>{counts.stale}</b> {formFor(counts.stale, STALE)}: conteggi alle {formatTimeOfDay(stoppedAt)}
          </span>
        )}
        <span className={`${layoutStyles.push} ${styles.last}`}>
          <BlinkButton />
        </span>
      </div>
    </Panel>
  );
}

type FigureProps = {
  /** Undefined until it is known. */
  count: number | undefined;
  words: string;
  kind?: 'error' | 'unequal';
  children: ReactNode;
};

/** One figure of the overview under its sign. */
function Figure({ count, words, kind, children }: FigureProps) {
  return (
    <div className={styles.count} data-kind={kind} data-zero={count === 0}>
      {children}
      <b>{count ?? '–'}</b>
      <span>{words}</span>
    </div>
  );
}

/** How many signals the second line speaks of. */
function othersOf({ outOfSync, spento, noData, pending, stale, silent, maintenance }: SignalCounts): number {
  return outOfSync + spento + noData + pending + stale + silent + maintenance;
}

function OtherCounts({ counts }: { counts: SignalCounts }) {
  const { spento, noData, pending, stale, silent, maintenance } = counts;
  return (
    <>
      {spento > 0 && (
        <span>
          <b>{spento}</b> {formFor(spento, ['spento', 'spenti'])}
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
          di cui <b>{stale}</b> {formFor(stale, STALE)}
        </span>
      )}
      {silent > 0 && (
        <span>
          <b>{silent}</b> {formFor(silent, ['tace', 'tacciono'])}
        </span>
      )}
      {maintenance > 0 && (
        <span>
          di cui <b>{maintenance}</b> in manutenzione
        </span>
      )}
    </>
  );
}
