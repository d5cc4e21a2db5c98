// Ten million devices over the regions of Italy, in cells within what was measured of one server: how many cells, how
// full each engine is, where it ends. Nothing is started. `npm run bench -- scale [--devices 10000000] [--every 300]`.
import { parseArgs } from 'node:util';
import { firstFull, loads, MEASURED, shareOut } from './scale-model.ts';

const { values: requested } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000000' },
    every: { type: 'string', default: '300' },
    servers: { type: 'string', default: '3' },
  },
});
const scale = {
  devices: Number(requested.devices),
  reportEveryS: Number(requested.every),
  serversPerCell: Number(requested.servers),
};

const regions = shareOut(scale);
for (const region of regions) console.log(JSON.stringify(region));
const cells = regions.reduce((sum, region) => sum + region.cells, 0);
const shares = loads(regions, scale);
const percent = Object.fromEntries(
  Object.entries(shares).map(([engine, share]) => [engine, `${(share * 100).toFixed(1)} %`]),
);
console.log(
  JSON.stringify({
    ...scale,
    cells,
    servers: cells * scale.serversPerCell,
    memoryGb: Math.round((cells * scale.serversPerCell * MEASURED.memoryMbAtThatMany) / 1000),
    reportsPerSecond: Math.round(scale.devices / scale.reportEveryS),
    largestCell: percent,
    firstFull: firstFull(shares),
  }),
);
// More than was measured of an engine is no plan.
if (Object.values(shares).some((share) => share > 1)) process.exitCode = 1;
