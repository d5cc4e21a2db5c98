import type { GaugeMinuteRecord, SensorRecord, SiteEventRecord } from '@semaforo/contract/api/sensors';
import { decimal, shortDuration } from '@semaforo/contract/domain/italian';
import { centimetres } from '@semaforo/contract/domain/sensors/site-words';
import { useId } from 'react';
import { capitalised } from '../lamps/color-labels.ts';
import { formatDateTime } from '../platform/date-format.ts';
import { Table } from '../ui/table.tsx';
import { CHART, highestOf, lampBandOf, levelChartOf } from './chart-geometry.ts';
import styles from './sensors.module.css';

type LevelChartProps = {
  sensor: SensorRecord;
  minutes: readonly GaugeMinuteRecord[];
  events: readonly SiteEventRecord[];
  /** What the lamps of the first signal of the site said; it may be unknown. */
  reports: readonly { at: string; lamp: string; on: boolean }[];
  /** Epoch milliseconds; `stretchMs`: how long one point stands for. */
  period: { from: number; to: number; stretchMs: number };
};

const LEFT = 36;
const RIGHT = 118;
const TOP = 26;
const BOTTOM = 62;

/** The level over time with its thresholds, when nothing was known, and what the lamp showed; a table says the same. */
export function LevelChart({ sensor, minutes, events, reports, period }: LevelChartProps) {
  const hatchId = useId();
  const thresholds = sensor.rule?.thresholds ?? [];
  const chart = levelChartOf(minutes, {
    ...period,
    highest: thresholds.at(-1)?.at ?? 0,
    silentMs: (sensor.rule?.silent_after_s ?? 360) * 1000,
  });
  const band = lampBandOf(reports, period);
  const marks = events.filter(({ kind, level }) => kind === 'threshold' && level !== null);
  const { x, y } = chart;
  return (
    <>
      <svg
        className={styles.chart}
        viewBox={`${-LEFT} ${-TOP} ${CHART.width + LEFT + RIGHT} ${CHART.height + TOP + BOTTOM}`}
        role="img"
        aria-label={describe(sensor, minutes)}
      >
        <defs>
          <pattern
            id={hatchId}
            width="6"
            height="6"
            patternTransform="rotate(45)"
            patternUnits="userSpaceOnUse"
          >
            <rect width="6" height="6" className={styles.hatchGround} />
            <line x1="0" y1="0" x2="0" y2="6" className={styles.hatchLine} />
          </pattern>
        </defs>
        {thresholds.map(({ color, at, clear_at }) => (
          <rect
            key={color}
            className={styles.hysteresis}
            x={0}
            y={y(at)}
            width={CHART.width}
            height={y(clear_at) - y(at)}
          />
        ))}
        {chart.levels.map((level) => (
          <g key={level}>
            <line className={styles.grid} x1={0} x2={CHART.width} y1={y(level)} y2={y(level)} />
            <text className={styles.axis} x={-8} y={y(level) + 4} textAnchor="end">
              {level}
            </text>
          </g>
        ))}
        {chart.times.map(({ at, words }) => (
          <text key={at} className={styles.axis} x={x(at)} y={CHART.height + 20} textAnchor="middle">
            {words}
          </text>
        ))}
        {chart.gaps.map(({ from, to, ms }) => (
          <g key={from}>
            <rect
              x={from}
              y={0}
              width={Math.max(2, to - from)}
              height={CHART.height}
              fill={`url(#${hatchId})`}
            />
            <text className={styles.axis} x={(from + to) / 2} y={-8} textAnchor="middle">
              nessuna misura {shortDuration(ms)}
            </text>
          </g>
        ))}
        {chart.lines.map(({ line, area }) => (
          <g key={line}>
            <path className={styles.area} d={area} />
            <path className={styles.line} d={line} />
          </g>
        ))}
        {thresholds.map(({ color, at, clear_at }) => (
          <g key={color}>
            <line className={styles.threshold} x1={0} x2={CHART.width} y1={y(at)} y2={y(at)} />
            <line className={styles.clear} x1={0} x2={CHART.width} y1={y(clear_at)} y2={y(clear_at)} />
            <text className={styles.thresholdWord} x={CHART.width + 10} y={y(at) + 4}>
              {color} {centimetres(at)}
            </text>
            <text className={styles.axis} x={CHART.width + 10} y={y(clear_at) + 4}>
              cala sotto {decimal(clear_at)}
            </text>
          </g>
        ))}
        {marks.map(({ number, at, level }) => (
          <g key={number}>
            <line
              className={styles.mark}
              x1={x(Date.parse(at))}
              x2={x(Date.parse(at))}
              y1={y(level ?? 0)}
              y2={CHART.height}
            />
            <circle className={styles.markDot} cx={x(Date.parse(at))} cy={y(level ?? 0)} r={5} />
          </g>
        ))}
        <text className={styles.axis} x={-8} y={CHART.height + 50} textAnchor="end">
          luce
        </text>
        {band.map(({ color, from, to }) => (
          <rect
            key={from}
            className={styles.lamp}
            data-color={color}
            x={from}
            y={CHART.height + 36}
            width={Math.max(1, to - from)}
            height={CHART.band - 4}
          >
            <title>{color}</title>
          </rect>
        ))}
      </svg>
      <details className={styles.twin}>
        <summary>Gli stessi numeri in una tabella</summary>
        <Table caption="Livello nel tempo" captionHidden>
          <thead>
            <tr>
              <th scope="col">Ora</th>
              <th scope="col">Livello</th>
              <th scope="col">Massimo</th>
            </tr>
          </thead>
          <tbody>
            {minutes.toReversed().map(({ minute, level, level_max: most }) => (
              <tr key={minute}>
                <td className="nw">{formatDateTime(minute)}</td>
                <td>{level === null ? 'non saputo' : centimetres(level)}</td>
                <td>{most === null ? '' : centimetres(most)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </>
  );
}

function describe(sensor: SensorRecord, minutes: readonly GaugeMinuteRecord[]): string {
  const highest = highestOf(minutes);
  const known = highest === null ? 'niente misurato' : `massimo ${centimetres(highest)}`;
  const thresholds = (sensor.rule?.thresholds ?? [])
    .map(({ color, at }) => `${color} a ${centimetres(at)}`)
    .join(', ');
  return capitalised(`livello nel periodo: ${known}${thresholds && `; soglie: ${thresholds}`}`);
}
