import { until } from '@semaforo/testing/until';
import type { BareMachine } from './bare-machine.ts';

const READY = 'curl --silent --fail http://127.0.0.1:3000/readyz';
const OWNED = 'stat --format=%U:%a /var/lib/semaforo /var/lib/semaforo/secret.key /etc/semaforo/semaforo.env';

/** A package on a machine, and what was wrong with it so far. */
export type Trial = {
  machine: BareMachine;
  faults: string[];
  /** The package, and the same program as a later version, as files of the machine. */
  packages: { now: string; later: string };
};

/** Installs, upgrades, removes and purges a package, and looks each time at what is left. */
export async function livePackage({ machine, faults, packages }: Trial): Promise<void> {
  const { run, does } = machine;
  const expect = (what: string, found: string, wanted: string) => {
    if (found !== wanted) faults.push(`${what}: ${found || 'nothing'} instead of ${wanted}`);
  };
  const install = (file: string) => run(`DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes ${file}`);
  const isReady = () => until('the console is ready', () => does(READY));
  const user = () => run('id --user semaforo');

  install(packages.now);
  await isReady();
  const firstUser = user();
  const key = run('sha256sum < /var/lib/semaforo/secret.key');
  expect('owner and mode', run(OWNED).replaceAll('\n', ' '), 'semaforo:700 semaforo:600 root:600');
  expect(
    'whom the program runs as',
    run('ps -o user= -p "$(systemctl show --property=MainPID --value semaforo)"'),
    'semaforo',
  );
  const lts = run("/usr/lib/semaforo/bin/node -p 'process.release.lts ?? null'");
  if (lts === 'null') faults.push('the Node inside has no long-term support');
  const password = /Primo accesso: admin \/ (\S+)/.exec(run('journalctl --unit semaforo --no-pager'))?.[1];
  if (password === undefined) faults.push('no first password in the journal');
  const logIn = `curl --silent --fail --json '{"username":"admin","password":"${password}"}' http://127.0.0.1:3000/api/login`;
  if (!does(logIn)) faults.push('the first password does not log in');
  const exposure = Number(
    /level for \S+ ([\d.]+)/.exec(run('systemd-analyze security semaforo.service'))?.[1],
  );
  if (!(exposure <= 2)) faults.push(`exposure of the unit: ${exposure}`);

  run("echo 'LOG_LEVEL=info' >> /etc/semaforo/semaforo.env");
  install(packages.later);
  await isReady();
  expect('settings after the upgrade', run('tail -1 /etc/semaforo/semaforo.env'), 'LOG_LEVEL=info');
  expect('keys after the upgrade', run('sha256sum < /var/lib/semaforo/secret.key'), key);
  if (!does(logIn)) faults.push('after the upgrade the password does not log in');

  run('apt-get remove -qq --yes semaforo');
  if (does(READY)) faults.push('it answers after it was removed');
  expect('keys after the removal', run('sha256sum < /var/lib/semaforo/secret.key'), key);
  install(packages.later);
  await isReady();
  expect('user after a new installation', user(), firstUser);

  run('DEBIAN_FRONTEND=noninteractive apt-get purge -qq --yes semaforo');
  expect('settings after the purge', run('ls /etc/semaforo 2>/dev/null || true'), '');
  expect('data after a purge without an answer', run('sha256sum < /var/lib/semaforo/secret.key'), key);
  install(packages.now);
  await isReady();
  run("echo 'semaforo semaforo/purge-data boolean true' | debconf-set-selections");
  run('DEBIAN_FRONTEND=noninteractive apt-get purge -qq --yes semaforo');
  if (does('test -e /var/lib/semaforo')) faults.push('data after a purge with the answer to delete them');
}
