import { wholeNumber } from '@semaforo/contract/domain/italian';
import { Icon, type IconName } from '../ui/icon.tsx';
import { type CommandShares, SHARE_STATES, type ShareState } from './command-shares.ts';
import { formatShareCount } from './describe-progress.ts';
import styles from './strip.module.css';

/** Above this number of devices one bar replaces the cells. */
const MAX_CELLS = 40;

const ICONS: Record<ShareState, IconName> = {
  confirmed: 'check',
  changed: 'unequal',
  failed: 'close',
  superseded: 'minus',
  stopped: 'minus',
  waiting: 'dots',
};

/** One cell per device, or one bar with a texture and a figure per state; an image whose name is the totals. */
export function ProgressCells({ shares }: { shares: CommandShares }) {
  const name = SHARE_STATES.filter((state) => shares[state].length > 0)
    .map((state) => formatShareCount(state, shares[state].length))
    .join(', ');
  return shares.total > MAX_CELLS ? (
    <Bar shares={shares} name={name} />
  ) : (
    <div className={styles.cells} role="img" aria-label={name}>
      {SHARE_STATES.flatMap((state) =>
        shares[state].map((share) => (
          <span key={share.key} className={styles.cell} data-state={state} title={share.device || undefined}>
            <Icon name={ICONS[state]} />
          </span>
        )),
      )}
    </div>
  );
}

function Bar({ shares, name }: { shares: CommandShares; name: string }) {
  return (
    <div className={styles.bar} role="img" aria-label={name}>
      {SHARE_STATES.filter((state) => shares[state].length > 0).map((state) => (
        <span
          key={state}
          className={styles.cell}
          data-state={state}
          style={{ flexGrow: shares[state].length }}
        >
          <Icon name={ICONS[state]} />
          {wholeNumber(shares[state].length)}
        </span>
      ))}
    </div>
  );
}
