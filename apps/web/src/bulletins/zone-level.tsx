import type { ZoneLevelRecord } from '@semaforo/contract/api/bulletins';
import { ColorMark } from '../lamps/color-mark.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './bulletins.module.css';
import { formatAlertLevel, formatCriticality, SHOWN_RISKS } from './describe-level.ts';

/** What holds for a zone on a day: the alert, and each risk in the words of the bulletin. */
export function ZoneLevel({ level }: { level: ZoneLevelRecord }) {
  const { zone, name, color, risks } = level;
  const isNamed = Object.values(risks).some((risk) => risk !== null);
  return (
    <li className={styles.zone}>
      {color === null ? (
        <span className={styles.notAvailable} aria-hidden="true">
          ?
        </span>
      ) : (
        <ColorMark color={color} large />
      )}
      <div>
        <p>
          <b>{formatAlertLevel(color)}</b> · {zone === null ? name : `${zone} ${name}`}
        </p>
        {color === null && (
          <p className={styles.risks}>
            Il bollettino non nomina la zona, o non in modo leggibile. Le lampade non cambiano.
          </p>
        )}
        {isNamed && (
          <p className={styles.risks}>
            {SHOWN_RISKS.map(({ risk, label, icon }) => (
              <span key={risk}>
                <Icon name={icon} small />
                {label}: <RiskMark color={risks[risk]} />
                {formatCriticality(risks[risk])}
              </span>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

function RiskMark({ color }: { color: ZoneLevelRecord['color'] }) {
  return color === null ? null : <ColorMark color={color} />;
}
