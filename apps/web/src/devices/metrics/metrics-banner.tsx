import { counted, formatOthers } from '@semaforo/contract/domain/italian';
import { useState } from 'react';
import alertStyles from '../../ui/alert.module.css';
import { Icon } from '../../ui/icon.tsx';
import { UserTextList } from '../../ui/user-text-list.tsx';
import styles from './metrics.module.css';

/** The number of names in the banner itself; the others can be opened, unless they are one, which is named. */
const NAMED_AT_ONCE = 5;

/** How many devices are in error, and which. */
export function DeviceMetricsBanner({ failing }: { failing: readonly string[] }) {
  const none = failing.length === 0;
  return (
    <div className={alertStyles.alert} data-kind={none ? 'success' : 'danger'} role="status">
      <Icon name={none ? 'check' : 'alert'} />
      {none ? <p>Nessun dispositivo in errore</p> : <Failing labels={failing} />}
    </div>
  );
}

function Failing({ labels }: { labels: readonly string[] }) {
  const [allShown, setAllShown] = useState(false);
  const named = labels.length === NAMED_AT_ONCE + 1 ? labels.length : NAMED_AT_ONCE;
  const others = labels.length - named;
  return (
    <div className={styles.failing}>
      <p>
        <b>{counted(labels.length, ['dispositivo', 'dispositivi'])} in errore</b>:{' '}
        <UserTextList texts={labels.slice(0, named)} />
      </p>
      {others > 0 && (
        <details onToggle={(event) => setAllShown(event.currentTarget.open)}>
          <summary>… e {formatOthers(others)}</summary>
          {allShown && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard (WCAG 2.1.1)
            <section className={styles.others} aria-label="Altri dispositivi in errore" tabIndex={0}>
              <UserTextList texts={labels.slice(named)} />
            </section>
          )}
        </details>
      )}
    </div>
  );
}
