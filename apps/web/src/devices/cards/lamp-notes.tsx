import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { capitalised, joinedWords } from '../../lamps/color-labels.ts';
import { olderReports } from '../../lamps/older-reports.ts';
import type { ViewState } from '../../lamps/view-state.ts';
import { Age } from '../../platform/age.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './device-card.module.css';

type LampNotesProps = {
  device: Pick<DeviceStatusRecord, 'device_type' | 'lamps'>;
  view: ViewState;
  linkUp: boolean;
};

/** What the tag of a signal does not say: that no lamp is lit, and which lamps are known only from before. */
export function LampNotes({ device, view: { kind, shown }, linkUp }: LampNotesProps) {
  if (!linkUp || kind === 'error' || kind === 'never-heard' || device.device_type === 'lanterna') return null;
  return (
    <>
      {shown === 'spento' && kind !== 'stale' && kind !== 'silent' && (
        <p className={styles.lampNote}>In linea, nessuna lampada accesa</p>
      )}
      {olderReports(device.lamps).map(({ lamps, reportedAt }) => (
        <p key={lamps.join()} className={styles.lampNote}>
          <Icon name="clock" small />
          <span>
            {capitalised(joinedWords(lamps))}:{' '}
            {reportedAt === null ? (
              'ultimo stato noto, senza ora'
            ) : (
              <>
                detto <Age since={reportedAt} />
              </>
            )}
          </span>
        </p>
      ))}
    </>
  );
}
