import type { SensorRecord } from '@semaforo/contract/api/sensors';
import { shortDuration } from '@semaforo/contract/domain/italian';
import { Age } from '../platform/age.tsx';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { Banner } from '../ui/banner.tsx';
import { rounded } from './level-chart.tsx';
import styles from './sensors.module.css';

/** How high the water stands, by the last measure that counts; a question mark while that is not known. */
export function LevelFigure({ sensor, highest }: { sensor: SensorRecord; highest: number | null }) {
  const { level, level_at: at, silent_since: silentSince, float, rain } = sensor;
  const isKnown = level !== null && silentSince === null;
  return (
    <div className={styles.figure}>
      {level === null && float !== null ? (
        <p className={styles.floatWord}>{float ? 'Galleggiante alzato' : 'Galleggiante abbassato'}</p>
      ) : (
        <p className={isKnown ? styles.level : `${styles.level} ${styles.unknown}`}>
          {isKnown ? rounded(level) : '?'}
          <span> cm</span>
        </p>
      )}
      {isKnown && <p className={styles.trend}>{trendOf(sensor)}</p>}
      <p className="muted">
        {at === null ? (
          'Mai sentito'
        ) : (
          <>
            Ultima lettura <Age since={at} />
            {highest !== null && `, massimo ${rounded(highest)}`}
          </>
        )}
      </p>
      {level !== null && float !== null && (
        <p className="muted">{float ? 'Galleggiante alzato' : 'Galleggiante abbassato'}</p>
      )}
      {rain !== null && <p className="muted">Pioggia {rounded(rain)} mm/h</p>}
    </div>
  );
}

function trendOf({ rise_per_min: rise }: SensorRecord): string {
  return rise >= 0.1 ? `↑ sale ${rounded(rise)} cm al minuto` : '– ferma';
}

/** What is wrong with a gauge, above everything else. */
export function SensorTrouble({ sensor, now }: { sensor: SensorRecord; now: number }) {
  const { silent_since: silentSince, level, level_at: at, fault } = sensor;
  if (silentSince !== null) {
    return (
      <Banner kind="warn" title={`Sensore muto da ${shortDuration(now - Date.parse(silentSince))}.`}>
        {level !== null && at !== null && (
          <>
            Ultimo livello saputo: {rounded(level)} cm alle {formatTimeOfDay(at).slice(0, 5)}.{' '}
          </>
        )}
        Non sappiamo quanta acqua c’è adesso.
      </Banner>
    );
  }
  return fault === null ? null : (
    <Banner kind="warn" title={`Misura ${fault}.`}>
      {FAULT_MEANS[fault]}
    </Banner>
  );
}

const FAULT_MEANS: Record<NonNullable<SensorRecord['fault']>, string> = {
  'fuori scala': 'La sonda dice un livello che non può vedere: guarda se è coperta, storta o staccata.',
  dubbia: 'La sonda stessa dubita di ciò che misura.',
  instabile: 'Il livello salta: qualcosa passa davanti alla sonda, o un contatto è lento.',
  ferma: 'Dice sempre lo stesso valore, e non è a riposo: può essere incastrata.',
  deriva: 'Da giorni il livello più basso non è zero: acqua che ristagna, o lo zero da rifare.',
  'in disaccordo': 'Il galleggiante è alzato e il livello è basso: uno dei due sbaglia.',
};
