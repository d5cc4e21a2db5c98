import type { SensorRecord } from '@semaforo/contract/api/sensors';
import { decimal, shortDuration } from '@semaforo/contract/domain/italian';
import { centimetres } from '@semaforo/contract/domain/sensors/site-words';
import { isLevelKnown } from '../api/sensors.ts';
import { Age } from '../platform/age.tsx';
import { formatTimeOfDay } from '../platform/date-format.ts';
import { Banner } from '../ui/banner.tsx';
import styles from './sensors.module.css';

type LevelFigureProps = { sensor: SensorRecord; highest: number | null; linkUp: boolean };

/**
 * How high the water stands, by the last measure that counts; a question mark while that is not known, also because the
 * link is cut.
 */
export function LevelFigure({ sensor, highest, linkUp }: LevelFigureProps) {
  const { level, float, rain } = sensor;
  const isKnown = isLevelKnown(sensor, linkUp);
  return (
    <div className={styles.figure}>
      {isKnown && level === null && float !== null ? (
        <p className={styles.floatWord}>{floatWords(float)}</p>
      ) : (
        <p className={isKnown ? styles.level : `${styles.level} ${styles.unknown}`}>
          {isKnown && level !== null ? decimal(level) : '?'}
          <span> cm</span>
        </p>
      )}
      {isKnown && level !== null && <p className={styles.trend}>{trendOf(sensor)}</p>}
      <LastReading sensor={sensor} isKnown={isKnown} highest={highest} />
      {isKnown && level !== null && float !== null && <p className="muted">{floatWords(float)}</p>}
      {isKnown && rain !== null && <p className="muted">Pioggia {decimal(rain)} mm/h</p>}
    </div>
  );
}

type LastReadingProps = { sensor: SensorRecord; isKnown: boolean; highest: number | null };

function LastReading({ sensor, isKnown, highest }: LastReadingProps) {
  const { level, level_at: at, float, rain } = sensor;
  if (at === null) return float === null && rain === null ? <p className="muted">Mai sentito</p> : null;
  return (
    <p className="muted">
      Ultima lettura <Age since={at} />
      {!isKnown && level !== null && `: ${centimetres(level)}`}
      {highest !== null && `, massimo ${decimal(highest)}`}
    </p>
  );
}

function floatWords(isUp: boolean): string {
  return isUp ? 'Galleggiante alzato' : 'Galleggiante abbassato';
}

function trendOf({ rise_per_min: rise }: SensorRecord): string {
  return rise >= 0.1 ? `↑ sale ${centimetres(rise)} al minuto` : '– ferma';
}

/** What is wrong with a gauge, above everything else. */
export function SensorTrouble({ sensor, now }: { sensor: SensorRecord; now: number }) {
  const { silent_since: silentSince, level, level_at: at, fault } = sensor;
  if (silentSince !== null) {
    return (
      <Banner kind="warn" title={`Sensore muto da ${shortDuration(now - Date.parse(silentSince))}.`}>
        {level !== null && at !== null && (
          <>
            Ultimo livello saputo: {centimetres(level)} alle {formatTimeOfDay(at).slice(0, 5)}.{' '}
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
