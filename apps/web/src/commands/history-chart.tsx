import { wholeNumber } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartData,
  type ChartOptions,
  LinearScale,
  type Plugin,
} from 'chart.js';
import { useEffect, useRef } from 'react';
import { Bar } from 'react-chartjs-2';
import type { ColorCount } from './history-counts.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale);

/** The width of the vertical axis; the marks below the chart leave the same space. */
const AXIS_WIDTH_PX = 48;
const FONT = 'Titillium Web';

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

const countsOnTop: Plugin<'bar'> = {
  id: 'counts-on-top',
  afterDatasetsDraw(chart) {
    const { ctx, data } = chart;
    ctx.save();
    ctx.font = `700 18px ${FONT}`;
    ctx.fillStyle = token('--text');
    ctx.textAlign = 'center';
    ctx.strokeStyle = token('--surface');
    ctx.lineWidth = 6;
    ctx.lineJoin = 'round';
    for (const [index, bar] of chart.getDatasetMeta(0).data.entries()) {
      const count = wholeNumber(Number(data.datasets[0]?.data[index] ?? 0));
      // A line of the grid would cross the figure.
      ctx.strokeText(count, bar.x, bar.y - 8);
      ctx.fillText(count, bar.x, bar.y - 8);
    }
    ctx.restore();
  },
};

/** Colors are read at each drawing, so that they follow the theme. */
const OPTIONS: ChartOptions<'bar'> = {
  locale: LOCALE,
  animation: false,
  maintainAspectRatio: false,
  events: [],
  layout: { padding: { top: 28 } },
  scales: {
    x: { display: false },
    y: {
      beginAtZero: true,
      border: { display: false },
      grid: { color: () => token('--border') },
      ticks: {
        color: () => token('--text-2'),
        font: { family: FONT, size: 14 },
        maxTicksLimit: 5,
        precision: 0,
      },
      afterFit: (axis) => {
        axis.width = AXIS_WIDTH_PX;
      },
    },
  },
};

/** The commands per color as bars, with the number on top of each. */
export function HistoryChart({ counts }: { counts: readonly ColorCount[] }) {
  const chart = useRef<Chart<'bar'>>(null);

  useEffect(() => {
    const redraw = () => chart.current?.update();
    const themeWatch = new MutationObserver(redraw);
    themeWatch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    // It never rejects: a font that does not load is replaced.
    void document.fonts.ready.then(redraw);
    return () => themeWatch.disconnect();
  }, []);

  const bars: ChartData<'bar', number[], string> = {
    labels: counts.map(({ color }) => color),
    datasets: [
      {
        label: 'Comandi',
        data: counts.map(({ count }) => count),
        backgroundColor: counts.map(({ color }) => token(`--${color}-fill`)),
        borderColor: token('--lamp-edge'),
        borderWidth: 1.2,
        borderRadius: 2,
        categoryPercentage: 1,
        barPercentage: 0.6,
      },
    ],
  };
  return <Bar ref={chart} data={bars} options={OPTIONS} plugins={[countsOnTop]} />;
}
