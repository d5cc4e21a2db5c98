import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A profile as V8 writes it; times in microseconds. */
type Profile = {
  nodes: readonly {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
    children?: readonly number[];
  }[];
  samples: readonly number[];
  timeDeltas: readonly number[];
};

/** A function within those that called it, and the microseconds spent in it and below. */
type Flame = { name: string; us: number; below: Map<string, Flame> };

const WIDTH = 1200;
const ROW = 17;
const DEEPEST = 26;
/** Narrower ones are left out. */
const SMALLEST_SHARE = 0.004;
const IDLE = /^\((idle|program)\)$/;
/** What only hands on: V8, Node and the promise queue. */
const HANDS_ON = /^(\(root\)|processTicksAndRejections|runMicrotasks|runNextTicks|emit|\(anonymous\))$/;

/**
 * Draws what a profile says of its last milliseconds: each function as wide as the time spent in it and below, which is
 * told per `unit` ('report') of `many`. The places are those of the sources.
 */
export function drawFlames(
  file: string,
  { title, lastMs, many, unit }: { title: string; lastMs: number; many: number; unit: string },
): string {
  const root = readFlames(JSON.parse(readFileSync(file, 'utf8')) as Profile, lastMs);
  const rows: string[] = [];
  let deepest = 0;
  const draw = (flame: Flame, { x, depth }: { x: number; depth: number }) => {
    const width = (flame.us / root.us) * WIDTH;
    if (flame.us < root.us * SMALLEST_SHARE || depth > DEEPEST) return;
    deepest = Math.max(deepest, depth);
    const each = `${(flame.us / many).toFixed(1)} µs per ${unit}`;
    const label = width > 60 ? flame.name.slice(0, Math.floor(width / 6)) : '';
    rows.push(
      `<g><title>${escaped(flame.name)}: ${each}</title><rect x="${x.toFixed(1)}" y="${depth * ROW + 24}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${colorOf(flame.name)}"/>` +
        `<text x="${(x + 3).toFixed(1)}" y="${depth * ROW + 36}">${escaped(label)}</text></g>`,
    );
    let left = x;
    for (const below of [...flame.below.values()].sort((one, other) => other.us - one.us)) {
      draw(below, { x: left, depth: depth + 1 });
      left += (below.us / root.us) * WIDTH;
    }
  };
  draw(root, { x: 0, depth: 0 });
  const height = (deepest + 1) * ROW + 32;
  const head = `${title}: ${(root.us / many).toFixed(1)} µs per ${unit}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="10"><title>${escaped(head)}</title>` +
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/><text x="4" y="15" font-size="13">${escaped(head)}</text>${rows.join('\n')}</svg>\n`
  );
}

function readFlames({ nodes, samples, timeDeltas }: Profile, lastMs: number): Flame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const nameOf = createNames();
  const root: Flame = { name: 'all', us: 0, below: new Map() };
  let leftUs = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  for (const [index, sample] of samples.entries()) {
    const us = timeDeltas[index] ?? 0;
    leftUs -= us;
    const leaf = byId.get(sample);
    if (!leaf || leftUs > lastMs * 1000 || IDLE.test(leaf.callFrame.functionName)) continue;
    const path: string[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const name = nameOf(byId.get(id)?.callFrame);
      if (name !== undefined && name !== path[0]) path.unshift(name);
    }
    root.us += us;
    let flame = root;
    for (const name of path) {
      const below = flame.below.get(name) ?? { name, us: 0, below: new Map() };
      flame.below.set(name, below);
      below.us += us;
      flame = below;
    }
  }
  return root;
}

/** Names of functions with the file that they are from; undefined for what only hands on. */
function createNames() {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (url: string) => {
    const file = `${fileURLToPath(url)}.map`;
    if (!maps.has(url))
      maps.set(
        url,
        existsSync(file)
          ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
          : undefined,
      );
    return maps.get(url);
  };
  return (frame: Profile['nodes'][number]['callFrame'] | undefined): string | undefined => {
    if (!frame || HANDS_ON.test(frame.functionName) || frame.url.startsWith('node:')) return undefined;
    if (!frame.url.startsWith('file:')) return frame.functionName || undefined;
    const entry = mapOf(frame.url)?.findEntry(frame.lineNumber, frame.columnNumber);
    const source = entry && 'originalSource' in entry ? entry.originalSource : frame.url;
    const place = source
      .replace(/.*node_modules\/((@[^/]+\/)?[^/]+)\/.*/, '$1')
      .replace(/.*\/(?=[^/]+\/[^/]+$)/, '');
    return frame.functionName === '' ? place : `${frame.functionName} ${place}`;
  };
}

/** The same for the same file. */
function colorOf(name: string): string {
  const place = name.split(' ').at(-1) ?? '';
  const sum = [...place].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 360, 7);
  return `hsl(${sum} 60% 80%)`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
