import type { MetricPeriod, MetricsPoint } from '@semaforo/contract/api/device-past';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../platform/date-format.ts';
import layoutStyles from '../../ui/layout.module.css';
import { Panel } from '../../ui/panel.tsx';
import { PeriodChoice } from '../../ui/period-choice.tsx';
import { formatMeasure, formatUptime } from '../metrics/metrics-format.ts';
import { CHART_HEIGHT, CHART_WIDTH, chartOf, type Metric, rebootsOf } from './chart.ts';
import styles from './device-page.module.css';
import { deviceMetricsQuery } from './device-page.queries.ts';

const PERIODS: Record<MetricPeriod, { label: string }> = {
  '24h': { label: '24 ore' },
  '7d': { label: '7 giorni' },
  '30d': { label: '30 giorni' },
};

const METRICS: readonly { metric: Metric; label: string; format: (value: number) => string }[] = [
  { metric: 'temp', label: 'Temperatura', format: (value) => formatMeasure(value, '°C') },
  { metric: 'vcc', label: 'Alimentazione', format: (value) => formatMeasure(value, 'V') },
  { metric: 'uptime', label: 'Acceso da', format: (value) => formatUptime(Math.round(value)) },
];

/** 'Misure': temperature, supply voltage and uptime of a device over a period, with its reboots. */
export function MetricsPanel({ id }: { id: number }) {
  const [period, setPeriod] = useState<MetricPeriod>('24h');
  const { data: points = [] } = useQuery(deviceMetricsQuery(id, period));
  const reboots = rebootsOf(points);
  return (
    <Panel label="Misure">
      <div className={layoutStyles.head}>
        <h2>Misure</h2>
        <PeriodChoice periods={PERIODS} chosen={period} onChoose={setPeriod} />
      </div>
      {points.length === 0 ? (
        <p className="muted">Nessuna misura in questo periodo.</p>
      ) : (
        <div className={styles.charts}>
          {METRICS.map((measure) => (
            <MetricChart key={measure.metric} {...measure} points={points} />
          ))}
        </div>
      )}
      {reboots.length > 0 && (
        <p className="small muted">
          R = riavvio: {reboots.slice(-5).map(formatDateTime).join('; ')}
          {reboots.length > 5 && ` (e altri ${reboots.length - 5} prima)`}
        </p>
      )}
    </Panel>
  );
}

function MetricChart(props: (typeof METRICS)[number] & { points: readonly MetricsPoint[] }) {
  const { metric, label, format, points } = props;
  const chart = chartOf(points, metric);
  if (chart === null) {
    return (
      <div>
        <h3>{label}</h3>
        <p className="muted">Mai misurata.</p>
      </div>
    );
  }
  const words = `minimo ${format(chart.min)}, massimo ${format(chart.max)}`;
  return (
    <div>
      <div className={styles.chartHead}>
        <h3>{label}</h3>
        <b>{format(chart.last)}</b>
      </div>
      <svg
        className={styles.chart}
        viewBox={`-2 -12 ${CHART_WIDTH + 4} ${CHART_HEIGHT + 14}`}
        role="img"
        aria-label={`${label}: ${words}`}
      >
        {chart.paths.map((path) => (
          <path key={path} d={path} />
        ))}
        {chart.reboots.map(({ at, x }) => (
          <g key={at}>
            <line x1={x} x2={x} y1={0} y2={CHART_HEIGHT} />
            <text x={x} y={-2}>
              R
            </text>
          </g>
        ))}
      </svg>
      <p className="small muted">{words}</p>
    </div>
  );
}
