import trafficLightStyles from '../../lamps/traffic-light.module.css';
import loadingStyles from '../../ui/loading.module.css';
import { Panel } from '../../ui/panel.tsx';
import deviceCardStyles from './device-card.module.css';
import styles from './device-skeleton.module.css';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Dashed housings without lamps, shown while the devices are read, but only after 300 ms. */
export function DeviceSkeleton({ label }: { label: string }) {
  return (
    <div className={loadingStyles.loading} role="status">
      <span className="sr">{label}</span>
      <div className={deviceCardStyles.grid}>
        {CARDS.map((card) => (
          <Panel key={card} as="div" padded={false} className={deviceCardStyles.card}>
            <svg className={trafficLightStyles.light} viewBox="0 0 64 136" aria-hidden="true">
              <rect className={styles.outline} x="5" y="1.5" width="46" height="130" rx="13" />
            </svg>
            <div className={deviceCardStyles.body}>
              <span className={`${styles.bone} ${styles.boneOfName}`} />
              <span className={`${styles.bone} ${styles.boneOfTag}`} />
              <span className={styles.bone} />
            </div>
          </Panel>
        ))}
      </div>
    </div>
  );
}
