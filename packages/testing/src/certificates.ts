import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** False when the machine has no openssl: those tests are then skipped by name. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

type Certificate = { file: string; keyFile: string };

export type Authority = {
  /** The authority's own certificate, to be trusted. */
  file: string;
  /** A certificate for a host, valid for a day unless it is `expired`. */
  issue: (host: string, options?: { expired: boolean }) => Certificate;
  remove: () => void;
};

/** A certificate authority that no system trusts, in a temporary folder. */
export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-authority-'));
  const openssl = (...reports: string[]) =>
    execFileSync('openssl', reports, { cwd: folder, stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-subj',
    '/CN=Prova',
    '-days',
    '1',
  );
  let issued = 0;
  return {
    file: join(folder, 'ca.crt'),
    issue: (host, { expired } = { expired: false }) => {
      issued += 1;
      const name = `server-${issued}`;
      writeFileSync(join(folder, `${name}.ext`), `subjectAltName=DNS:${host}\n`);
      openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${host}`);
      const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', `${name}.ext`];
      const files = ['-in', `${name}.csr`, '-out', `${name}.crt`];
      openssl('x509', '-req', ...files, ...signed, '-days', expired ? '-1' : '1');
      return { file: join(folder, `${name}.crt`), keyFile: join(folder, `${name}.key`) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
