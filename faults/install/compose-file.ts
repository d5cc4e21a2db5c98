import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, logIn } from '@semaforo/client';
import type { Connection } from '@semaforo/client/request';
import { formatCommands } from '@semaforo/simulator/board-speech';
import { createSimulatedDevice } from '@semaforo/simulator/simulated-device';
import { createAuthority } from '@semaforo/testing/certificates';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { BARE_IMAGE } from './bare-machine.ts';
import { FIRST_PASSWORD } from './container-image.ts';
import { LIMITS, mustPodman, podman } from './podman.ts';

const FILES = fileURLToPath(new URL('../../packaging/container', import.meta.url));
const STAND_INS = fileURLToPath(new URL('stand-ins', import.meta.url));
/** A name for which Caddy is its own authority. */
const HOST = 'semaforo.localhost';
const KEY = '/3/val/s1';
const READY_WITHIN_MS = 180_000;

/** Whether the machine has what reads `compose.yaml`. */
export const hasCompose = spawnSync('podman-compose', ['--version']).status === 0;

/**
 * Starts what `compose.yaml` describes, with Debian's programs in the public images (they need a network): a first
 * log-in through the proxy, a signal that speaks over TLS with credentials of its own and is commanded, and all of it
 * still there after everything was taken down and up again.
 */
export async function tryComposeFile(image: string, folder: string): Promise<string[]> {
  const faults: string[] = [];
  const project = `semaforo-compose-${process.pid}`;
  const ports = { web: await freePort(), mqtt: await freePort() };
  const authority = createAuthority();
  const place = layOut({ folder, image, project, ports, certificate: authority.issue('localhost') });
  const named = ['-p', project, '--podman-run-args', LIMITS.join(' ')];
  const compose = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('podman-compose', [...named, ...args], {
      cwd: place,
      encoding: 'utf8',
      env: { ...process.env, CONTAINERS_CONF: join(place, 'containers.conf') },
    });
    if (status !== 0) throw new Error(`podman-compose ${args.join(' ')}\n${stdout}${stderr}`);
  };
  const up = async () => {
    compose('up', '--detach');
    const root = await until('the proxy has its certificate', () => {
      const sent = podman('exec', `${project}_proxy_1`, 'cat', '/data/caddy/pki/authorities/local/root.crt');
      return sent.status === 0 && sent.stdout;
    });
    const ask = fetchAt(ports.web, root);
    const isReady = async () => (await ask(new URL(`https://${HOST}/readyz`), {})).ok;
    await until('the console is ready', () => isReady().catch(() => false), READY_WITHIN_MS);
    return { origin: `https://${HOST}`, fetch: ask };
  };
  try {
    const connection = await up();
    const password = FIRST_PASSWORD.exec(logsOf(`${project}_console_1`))?.[1] ?? '';
    const admin = await logIn(connection, { username: 'admin', password });
    const metrics = await connection.fetch(new URL(`https://${HOST}/metrics`), {});
    if (metrics.status !== 404) faults.push(`the proxy answers for /metrics with ${metrics.status}`);
    faults.push(...(await trySignal(admin, { port: ports.mqtt, ca: readFileSync(authority.file) })));
    compose('down');
    const again = await logIn(await up(), { username: 'admin', password });
    const { devices } = await again('listDevices');
    if (devices.length !== 1) faults.push(`after a new start there are ${devices.length} devices`);
  } catch (error) {
    const services = ['console', 'database', 'broker', 'proxy'];
    const reported = services.map(
      (service) => `${service}: ${logsOf(`${project}_${service}_1`).slice(-1500)}`,
    );
    faults.push([String(error), ...reported].join('\n'));
  } finally {
    spawnSync('podman-compose', ['-p', project, 'down', '--volumes'], { cwd: place });
    for (const service of ['database', 'broker', 'proxy'])
      podman('rmi', '--force', standIn(project, service));
    authority.remove();
  }
  return faults;
}

const standIn = (project: string, service: string) => `localhost/${project}-${service}`;

/** A copy of the folder as its page says to fill it, on ports of the loopback, with the stand-ins as its images. */
function layOut(options: {
  folder: string;
  image: string;
  project: string;
  ports: { web: number; mqtt: number };
  certificate: { file: string; keyFile: string };
}): string {
  const { folder, image, project, ports, certificate } = options;
  const place = join(folder, project);
  cpSync(FILES, place, { recursive: true });
  for (const service of ['database', 'broker', 'proxy']) {
    const reports = [
      '--target',
      service,
      '--build-arg',
      `BASE=${BARE_IMAGE}`,
      '--tag',
      standIn(project, service),
    ];
    mustPodman('build', ...LIMITS, '--quiet', '--format', 'docker', '--network=none', ...reports, STAND_INS);
  }
  const file = join(place, 'compose.yaml');
  const text = readFileSync(file, 'utf8')
    .replace('localhost/semaforo:latest', image)
    .replace(/docker\.io\/library\/postgres:\S+/, standIn(project, 'database'))
    .replace(/docker\.io\/library\/eclipse-mosquitto:\S+/, standIn(project, 'broker'))
    .replace(/docker\.io\/library\/caddy:\S+/, standIn(project, 'proxy'))
    .replace('["8883:8883"]', `["127.0.0.1:${ports.mqtt}:8883"]`)
    .replace('["80:80", "443:443"]', `["127.0.0.1:${ports.web}:443"]`);
  if (/docker\.io|"\d+:\d+"/.test(text))
    throw new Error(`something of compose.yaml was not replaced:\n${text}`);
  writeFileSync(file, text);
  // Debian's Caddy is older than the image's, and says the same in another way.
  const proxy = join(place, 'Caddyfile');
  writeFileSync(proxy, readFileSync(proxy, 'utf8').replace('request_buffers 64KiB', 'buffer_requests'));
  const certificates = join(place, 'certificates');
  mkdirSync(certificates);
  copyFileSync(certificate.file, join(certificates, 'broker.crt'));
  copyFileSync(certificate.keyFile, join(certificates, 'broker.key'));
  chmodSync(join(certificates, 'broker.key'), 0o644);
  const secret = () => randomBytes(24).toString('hex');
  const secrets = ['POSTGRES_PASSWORD', 'MQTT_PASSWORD', 'DYNSEC_PASSWORD'].map(
    (name) => `${name}=${secret()}`,
  );
  writeFileSync(join(place, '.env'), [`SEMAFORO_HOST=${HOST}`, ...secrets, ''].join('\n'), { mode: 0o600 });
  const runtime = spawnSync('runc', ['--version']).status === 0 ? '[engine]\nruntime = "runc"\n' : '';
  writeFileSync(join(place, 'containers.conf'), runtime);
  return place;
}

/** What a signal with credentials of its own says and obeys over TLS must be what the console knows. */
async function trySignal(admin: Client, broker: { port: number; ca: Buffer }): Promise<string[]> {
  const { id: userId } = await admin('createUser', {
    body: { username: 'valdombra', password: 'operatore-di-prova-1' },
  });
  const { id } = await admin('createDevice', { body: { topic: KEY, type: 'semaforo', userId } });
  const { username, password } = await admin('makeCredentials', { params: { id } });
  const client = await until('the broker knows the signal', () =>
    connectAsync({
      ...{ protocol: 'mqtts', host: 'localhost', port: broker.port, ca: broker.ca },
      ...{ username, password, clientId: username, reconnectPeriod: 0 },
    }).catch(() => false as const),
  );
  try {
    const device = createSimulatedDevice({
      ...{ key: KEY, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
      publish: ({ topic, payload, retain }) => void client.publish(topic, payload, { qos: 1, retain }),
    });
    const commands = formatCommands(device);
    client.on('message', (topic, payload) => {
      const write = commands.get(topic.split('/').at(-2) ?? '')?.get(payload.toString());
      if (write) device.obey(write);
    });
    await client.subscribeAsync(`${KEY}/+/set`, { qos: 1 });
    device.reportOutputs();
    const shows = async (lamp: string) =>
      (await admin('listDeviceStatuses')).some(({ topic, status }) => topic === KEY && status === lamp);
    await until('the console shows what the signal said', () => shows('verde'));
    await admin('sendCommand', { body: { command: 'rosso', deviceIds: [id] } });
    await until('the signal obeyed and the console knows it', () => shows('rosso'));
    return [];
  } finally {
    await client.endAsync(true);
  }
}

/** What a container said so far. */
function logsOf(container: string): string {
  const { stdout, stderr } = podman('logs', container);
  return stdout + stderr;
}

/** A fetch that finds the host behind a port of this machine and trusts that authority. */
function fetchAt(port: number, ca: string): NonNullable<Connection['fetch']> {
  return (url, { method = 'GET', headers, body }) =>
    new Promise((resolve, reject) => {
      const requested = request(
        {
          ...{ host: '127.0.0.1', port, servername: HOST, ca, method },
          path: url.pathname + url.search,
          headers: { ...(headers as Record<string, string> | undefined), host: HOST },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve(
              new Response(Buffer.concat(chunks), {
                status: answer.statusCode ?? 0,
                headers: { 'content-type': answer.headers['content-type'] ?? 'text/plain' },
              }),
            ),
          );
        },
      );
      requested.on('error', reject);
      requested.end(body ?? undefined);
    });
}
