import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { startChild } from '@semaforo/testing/child-process';
import { freePort } from '@semaforo/testing/free-port';
import { MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';

/**
 * A Node-RED with one flow: it commands signals, waits for the reports of the new lamp, and shows each report. With QoS
 * 0, at which it is quickest: with QoS 1 each acknowledgement waits some 40 ms for the one before.
 */
export type NodeRed = {
  readonly pid: number;
  /** Resolves to the milliseconds until it has answered that each of the signals reported the color. */
  light: (keys: readonly string[], color: SignalColor) => Promise<number>;
  /** Calls back with the topic of each report, as an open page of it is told. */
  watch: (onReport: (topic: string) => void) => Promise<void>;
  stop: () => Promise<void>;
};

const VERSION = '5.0.7';
const READY_WITHIN_MS = 60_000;

/** Installs it from the npm registry, once for each version, and starts it on that broker. */
export async function startNodeRed(brokerPort: number): Promise<NodeRed> {
  const program = await install();
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-node-red-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'settings.js'), `module.exports = ${JSON.stringify(settingsOf(port))};`);
  writeFileSync(join(folder, 'flows.json'), JSON.stringify(flowOf(brokerPort)));
  const login = { user: MOSQUITTO_LOGIN.username, password: MOSQUITTO_LOGIN.password };
  writeFileSync(join(folder, 'flows_cred.json'), JSON.stringify({ broker: login }));
  const child = startChild(process.execPath, [program, '--userDir', folder]);
  await until(
    'Node-RED is on the broker',
    () => child.output().includes('Connected to broker'),
    READY_WITHIN_MS,
  );
  let pages: WebSocket[] = [];
  return {
    pid: child.pid,
    light: async (keys, color) => {
      const body = JSON.stringify({ keys, lamp: SIGNAL_COLORS.indexOf(color) + 1 });
      const startedAt = performance.now();
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${origin}/command`, { method: 'POST', headers, body });
      await answer.text();
      return performance.now() - startedAt;
    },
    watch: async (onReport) => {
      const page = new WebSocket(`ws://127.0.0.1:${port}/reports`);
      pages = [...pages, page];
      page.addEventListener('message', ({ data }) => onReport(String(data)));
      await new Promise((resolve, reject) => {
        page.addEventListener('open', resolve);
        page.addEventListener('error', reject);
      });
    },
    stop: async () => {
      for (const page of pages) page.close();
      await child.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves to its program. */
async function install(): Promise<string> {
  const folder = join(homedir(), '.cache', 'semaforo-bench', `node-red-${VERSION}`);
  const program = join(folder, 'node_modules/node-red/red.js');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const npm = startChild('npm', ['install', '--no-fund', '--prefix', folder, `node-red@${VERSION}`]);
  if ((await npm.ended) !== 0) throw new Error(`Node-RED cannot be installed:\n${npm.output()}`);
  return program;
}

function settingsOf(uiPort: number) {
  return {
    ...{ uiPort, uiHost: '127.0.0.1', flowFile: 'flows.json', credentialSecret: false, httpAdminRoot: false },
    apiMaxLength: '50mb',
    // Held as it is: what a context gives is a copy.
    functionGlobalContext: { state: {} },
    telemetry: { enabled: false },
    logging: { console: { level: 'info' } },
  };
}

/** Writes the four lamps of each signal, the new one first, and remembers of which it waits for a report. */
const COMMAND = `
const { keys, lamp } = msg.payload;
const lamps = [1, 2, 3, 4].sort((one, other) => Number(other === lamp) - Number(one === lamp));
global.get('state').pending = { msg, topics: new Set(keys.map((key) => key + '/out' + lamp)) };
return [lamps.flatMap((each) => keys.map((key) => (
  { topic: key + '/out' + each + '/set', payload: each === lamp ? '1' : '0' }
)))];
`;
/** Shows each report, and answers once the last one has come that is waited for. */
const REPORT = `
const state = global.get('state');
const { pending } = state;
const isLast = msg.payload === '1' && pending?.topics.delete(msg.topic) && pending.topics.size === 0;
if (isLast) state.pending = undefined;
return [{ payload: msg.topic }, isLast ? { ...pending.msg, payload: 'ok' } : null];
`;

function flowOf(port: number) {
  const node = (id: string, type: string, wires: string[][], more: object) => ({
    ...{ id, type, wires, x: 0, y: 0, z: 'flow' },
    ...more,
  });
  return [
    { id: 'flow', type: 'tab', label: 'Segnali' },
    { id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port, protocolVersion: '4', keepalive: '60' },
    { id: 'page', type: 'websocket-listener', path: '/reports', wholemsg: 'false' },
    node('heard', 'mqtt in', [['report']], {
      topic: '/+/+/+/+',
      qos: '0',
      datatype: 'utf8',
      broker: 'broker',
    }),
    node('report', 'function', [['shown'], ['answer']], { func: REPORT, outputs: 2 }),
    node('shown', 'websocket out', [], { server: 'page' }),
    node('asked', 'http in', [['command']], { url: '/command', method: 'post' }),
    node('command', 'function', [['written']], { func: COMMAND, outputs: 1 }),
    node('written', 'mqtt out', [], { qos: '0', retain: 'false', broker: 'broker' }),
    node('answer', 'http response', [], {}),
  ];
}
