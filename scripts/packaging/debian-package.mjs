import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { debianChangelog, debianControl, debianCopyright } from './debian-texts.mjs';
import { entriesUnder, layProgram } from './program-tree.mjs';

const ROOT = join(import.meta.dirname, '../..');
const TEMPLATES = join(ROOT, 'packaging/debian');
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
const PROGRAM = 'usr/lib/semaforo';
const DOCUMENTS = 'usr/share/doc/semaforo';
const SETTINGS = 'etc/semaforo/semaforo.env';
const SCRIPTS = ['config', 'postinst', 'prerm', 'postrm'];
const EXECUTABLES = new Set([
  `${PROGRAM}/bin/node`,
  'usr/sbin/semaforo',
  ...SCRIPTS.map((name) => `DEBIAN/${name}`),
]);

/**
 * Builds the Debian package of this machine's architecture into `out`, and resolves to its file. The same sources,
 * version and instant (`epoch`, in seconds) give the same bytes.
 */
export function buildDebianPackage({ out, version, epoch }) {
  const stage = mkdtempSync(join(tmpdir(), 'semaforo-package-'));
  try {
    const architecture = ARCHITECTURES[process.arch];
    layFiles(stage, { version, epoch });
    describe(stage, { version, architecture });
    normalize(stage, epoch);
    mkdirSync(out, { recursive: true });
    const file = join(out, `semaforo_${version}_${architecture}.deb`);
    // One thread, because the bytes depend on their number; level 1 takes a fifth of the time for a sixth more bytes.
    const packing = ['-Zxz', '-z1', '--threads-max=1'];
    execFileSync('dpkg-deb', ['--root-owner-group', ...packing, '--build', stage, file], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return file;
  } finally {
    rmSync(stage, { recursive: true });
  }
}

function layFiles(stage, { version, epoch }) {
  const place = (path, content) => {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    writeFileSync(join(stage, path), content);
  };
  const template = (name) => readFileSync(join(TEMPLATES, name));
  mkdirSync(join(stage, PROGRAM), { recursive: true });
  const { nodeLicence } = layProgram(join(stage, PROGRAM));
  place('usr/lib/systemd/system/semaforo.service', template('semaforo.service'));
  place('usr/sbin/semaforo', template('semaforo'));
  place(SETTINGS, template('semaforo.env'));
  place(`${PROGRAM}/watch.mjs`, readFileSync(join(ROOT, 'scripts/watch.mjs')));
  place('usr/share/man/man8/semaforo.8.gz', gzip(template('semaforo.8')));
  place('usr/share/lintian/overrides/semaforo', template('lintian-overrides'));
  place(`${DOCUMENTS}/changelog.gz`, gzip(debianChangelog({ version, epoch })));
  place(`${DOCUMENTS}/copyright`, debianCopyright());
  place(`${DOCUMENTS}/node-licences.gz`, gzip(readFileSync(nodeLicence)));
  for (const page of readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))) {
    cpSync(join(ROOT, 'docs', page), join(stage, DOCUMENTS, page));
  }
}

/** The folder from which the installer learns what the package is and does. */
function describe(stage, { version, architecture }) {
  const files = entriesUnder(stage).filter(({ isFolder }) => !isFolder);
  const bytes = files.reduce((sum, { path }) => sum + statSync(join(stage, path)).size, 0);
  const sums = files
    .filter(({ path }) => path !== SETTINGS)
    .map(
      ({ path }) =>
        `${createHash('md5')
          .update(readFileSync(join(stage, path)))
          .digest('hex')}  ${path}\n`,
    );
  const folder = join(stage, 'DEBIAN');
  mkdirSync(folder);
  for (const name of [...SCRIPTS, 'templates']) copyFileSync(join(TEMPLATES, name), join(folder, name));
  writeFileSync(
    join(folder, 'control'),
    debianControl({ version, architecture, kilobytes: Math.ceil(bytes / 1024) }),
  );
  writeFileSync(join(folder, 'conffiles'), `/${SETTINGS}\n`);
  writeFileSync(join(folder, 'md5sums'), sums.join(''));
}

/** Modes and times of every entry, whatever the umask and the clock of who builds. */
function normalize(stage, epoch) {
  for (const { path, isFolder } of entriesUnder(stage).toReversed()) {
    const mode = isFolder || EXECUTABLES.has(path) ? 0o755 : 0o644;
    chmodSync(join(stage, path), path === SETTINGS ? 0o600 : mode);
    lutimesSync(join(stage, path), epoch, epoch);
  }
  chmodSync(stage, 0o755);
  lutimesSync(stage, epoch, epoch);
}

/** Without the time and the name that gzip would write. */
function gzip(content) {
  return execFileSync('gzip', ['-9n'], { input: content });
}
