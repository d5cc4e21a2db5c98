import type { DaySample } from './day-samples.ts';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP] = [720, 120, 96, 28, 44] as const;
const GAP = 34;
const HOURS = 24;
const HOUR_STEP = 6;

type Curve = { title: string; unit: string; of: (sample: DaySample) => number };

const CURVES: readonly Curve[] = [
  { title: 'Processor of the server', unit: '%', of: ({ processor }) => processor },
  { title: 'Memory of the server', unit: 'MB', of: ({ memoryMb }) => memoryMb },
  { title: 'Reports not yet taken in', unit: '', of: ({ queue }) => queue },
  { title: 'Commanded devices not yet confirmed', unit: '', of: ({ unconfirmed }) => unconfirmed },
];

const STYLE = `text{font:12px system-ui,sans-serif;fill:#1a1a1a}.muted{fill:#5a5a5a}.line{fill:none;stroke:#0a5fb4;stroke-width:1.5}.axis{stroke:#8a8a8a;stroke-width:1}.ground{fill:#fff}@media(prefers-color-scheme:dark){text{fill:#f0f0f0}.muted{fill:#b0b0b0}.line{stroke:#7cc0ff}.axis{stroke:#777}.ground{fill:#16181c}}`;

/** The curves of a simulated day, one above the other, readable on a light and on a dark page. */
export function drawDay(
  samples: readonly DaySample[],
  { devices, minutes }: { devices: number; minutes: number },
): string {
  const height = TOP + CURVES.length * (HEIGHT + GAP) + 8;
  const width = LEFT + WIDTH + RIGHT;
  const title = `A day of ${devices} signals in ${minutes} min; at 12:00 half of them are commanded`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<style>${STYLE}</style><rect class="ground" width="${width}" height="${height}"/>`,
    `<text x="${LEFT}" y="20">${title}</text>`,
    ...CURVES.map((curve, index) => drawCurve(samples, curve, TOP + index * (HEIGHT + GAP))),
    '</svg>\n',
  ].join('\n');
}

function drawCurve(samples: readonly DaySample[], { title, unit, of }: Curve, top: number): string {
  const most = Math.max(1, ...samples.map(of));
  const bottom = top + HEIGHT;
  const points = samples.map((sample) => {
    const x = LEFT + (Math.min(sample.hour, HOURS) / HOURS) * WIDTH;
    return `${x.toFixed(1)},${(bottom - (Math.max(0, of(sample)) / most) * (HEIGHT - 16)).toFixed(1)}`;
  });
  const hours = Array.from({ length: HOURS / HOUR_STEP + 1 }, (_, step) => step * HOUR_STEP).map(
    (hour) =>
      `<text class="muted" text-anchor="middle" x="${LEFT + (hour / HOURS) * WIDTH}" y="${bottom + 15}">${hour}:00</text>`,
  );
  return [
    `<text x="${LEFT}" y="${top}">${title}</text>`,
    `<text class="muted" text-anchor="end" x="${LEFT - 8}" y="${top + 16}">${Math.round(most)} ${unit}</text>`,
    `<text class="muted" text-anchor="end" x="${LEFT - 8}" y="${bottom}">0</text>`,
    `<path class="axis" d="M${LEFT} ${bottom}H${LEFT + WIDTH}"/>`,
    `<polyline class="line" points="${points.join(' ')}"/>`,
    ...hours,
  ].join('');
}
