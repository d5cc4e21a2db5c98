import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@semaforo/testing/until';
import type { BareMachine } from './bare-machine.ts';
import { agreeToAll, runBlock } from './follow-pages.ts';
import { commandBlocks, fencedBlocks } from './handbook-page.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = 'guida-installazione';
const CONSOLE = 'curl --silent --show-error --fail --retry 30 --retry-all-errors';
const CERTIFICATE = 'openssl req -x509 -newkey rsa:2048 -nodes -days 9';
const REACHED_MOSQUITTO = "grep -q 'as semaforo-.*semaforo' /var/log/mosquitto/mosquitto.log";
const FILES_OF_MOSQUITTO = "{ cat /etc/mosquitto/semaforo/acl | grep -q '^user semaforo'; }";

/** What has to be so after a block of the page that has these words. */
const AFTER: readonly { has: string; what: string; line: string }[] = [
  {
    has: 'systemctl restart nginx',
    what: 'the console behind nginx',
    line: `${CONSOLE} --insecure https://semaforo.comune.example/readyz`,
  },
  {
    has: 'snippets/semaforo.conf',
    what: 'the console under a path of nginx',
    line: `${CONSOLE} http://127.0.0.1:8080/semaforo/readyz && ! curl --fail http://127.0.0.1:8080/semaforo/metrics`,
  },
  { has: 'npm run broker-files', what: 'the files of Mosquitto', line: FILES_OF_MOSQUITTO },
  { has: 'npm run broker-files', what: 'Mosquitto with the files', line: REACHED_MOSQUITTO },
  { has: 'mosquitto_ctrl', what: 'Mosquitto with the plugin', line: REACHED_MOSQUITTO },
  {
    has: 'createdb',
    what: 'tables of PostgreSQL',
    line: "runuser -u postgres -- psql semaforo -c 'table users'",
  },
  {
    has: 'sqlite3 ',
    what: 'a copy that opens',
    line: "sqlite3 /var/backups/semaforo.sqlite 'select 1 from users'",
  },
  { has: 'git pull', what: 'the newer console', line: `${CONSOLE} http://127.0.0.1:3000/readyz` },
];

/**
 * Follows the page of the installation from sources, block by block, on a machine that has git, npm and the Node of the
 * package. Throws at the first line that does not do what the page says.
 */
export async function followSourcesPage(machine: BareMachine, built: string, folder: string): Promise<void> {
  const origin = copySources(folder);
  prepareMachine(machine, built);
  giveSources(machine, { origin, cache: join(folder, 'npm-cache') });
  for (const block of commandBlocks(PAGE)) {
    // As the page says of an authority of one's own.
    if (block.includes('npm run broker-files')) {
      machine.run(
        'echo NODE_EXTRA_CA_CERTS=/etc/mosquitto/certs/fullchain.pem >> /etc/semaforo/semaforo.env',
      );
    }
    if (block.includes('mosquitto_ctrl')) machine.run(': > /var/log/mosquitto/mosquitto.log');
    if (block.includes('git pull'))
      machine.run('cd /srv/semaforo && git commit --quiet --allow-empty -m newer');
    if (/^npm start$/m.test(block)) await startByHand(machine, block);
    else runBlock(machine, block);
    if (block.includes('snippets/semaforo.conf')) servePath(machine);
    for (const { has, what, line } of AFTER) {
      if (block.includes(has)) await until(what, () => machine.does(line));
    }
  }
  machine.run(`apt-get install -qq caddy
    cat > /root/Caddyfile <<'FINE'
:8081 {
${fencedBlocks(PAGE, 'caddy').join('')}}
FINE
    caddy adapt --adapter caddyfile --config /root/Caddyfile --validate`);
}

/** The project as it is now, with uncommitted changes, as the first commit of a repository. */
function copySources(folder: string): string {
  const origin = join(folder, 'origin');
  mkdirSync(origin);
  const files = 'git ls-files -z --cached --others --exclude-standard';
  execFileSync(
    'sh',
    ['-ec', `${files} | tar --create --null --files-from=- | tar --extract -C "$1"`, '-', origin],
    {
      cwd: ROOT,
    },
  );
  return origin;
}

/** Node, npm, git, names and certificates: what the page takes for granted. */
function prepareMachine(machine: BareMachine, built: string): void {
  agreeToAll(machine);
  machine.run('apt-get install -qq git openssl libstdc++6');
  const file = machine.give(built);
  machine.run(`dpkg-deb --fsys-tarfile ${file} | tar -xO ./usr/lib/semaforo/bin/node > /usr/bin/node
    chmod +x /usr/bin/node
    mkdir -p /usr/lib/node_modules /etc/ssl/semaforo /etc/mosquitto/certs
    ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm
    echo 127.0.0.1 semaforo.comune.example broker.comune.example >> /etc/hosts
    ${CERTIFICATE} -subj /CN=semaforo.comune.example -keyout /etc/ssl/semaforo/privkey.pem \\
      -out /etc/ssl/semaforo/fullchain.pem
    ${CERTIFICATE} -subj /CN=broker.comune.example -addext subjectAltName=DNS:broker.comune.example \\
      -keyout /etc/mosquitto/certs/privkey.pem -out /etc/mosquitto/certs/fullchain.pem
    chmod -R a+rX /etc/mosquitto/certs`);
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  machine.give(join(npm, 'npm'), '/usr/lib/node_modules/npm');
}

/** The machine has no network: its packages are fetched here, by npm, and given to it as npm's cache. */
function giveSources(machine: BareMachine, { origin, cache }: { origin: string; cache: string }): void {
  execFileSync('npm', ['ci', '--silent', '--cache', cache], { cwd: origin, stdio: 'inherit' });
  rmSync(join(origin, 'node_modules'), { recursive: true });
  machine.give(cache, '/root/.npm');
  machine.give(origin, '/srv/semaforo');
  machine.run(`chown -R root: /root/.npm /srv/semaforo
    echo offline=true >> /root/.npmrc
    git config --global user.name prova
    git config --global user.email prova@comune.example
    cd /srv/semaforo
    git init --quiet
    git add --all
    git commit --quiet --message=sources
    git clone --quiet /srv/semaforo /opt/semaforo`);
}

/** The block with `npm start`, which ends when somebody ends it. */
async function startByHand(machine: BareMachine, block: string): Promise<void> {
  runBlock(machine, block.replace(/^npm start$/m, 'npm start > /root/first-start.log 2>&1 &'));
  await until('the console says that it is ready', () =>
    machine.does("grep -q 'Semaforo pronto su' /root/first-start.log"),
  );
  if (!machine.does("grep -q 'Primo accesso: admin / ' /root/first-start.log")) {
    throw new Error('the first start shows no password');
  }
  machine.run("pkill --full '[s]cripts/launch.cjs start'");
  await until('the port is free', () => !machine.does('curl --silent http://127.0.0.1:3000/healthz'));
}

/** The site of the Comune, which includes the page's snippet. */
function servePath(machine: BareMachine): void {
  machine.run(`cat > /etc/nginx/conf.d/sito.conf <<'FINE'
server {
  listen 8080;
  include snippets/semaforo.conf;
}
FINE
systemctl restart nginx`);
}
