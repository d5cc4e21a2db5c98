import { describe, expect, test } from 'vitest';
import { toCycloneDx } from './cyclonedx.mjs';
import { readLock } from './locked-packages.mjs';
import { findSupplyFaults, licencesOf } from './supply-faults.mjs';

const INTEGRITY = `sha512-${'A'.repeat(86)}==`;
const good = { version: '1.0.0', integrity: INTEGRITY, license: 'MIT' };
const lockOf = (entry) => ({
  packages: { '': { name: 'semaforo', version: '0.1.0', license: 'EUPL-1.2' }, 'node_modules/a': entry },
});
const faultsOf = (change) => findSupplyFaults(lockOf({ ...good, ...change }));

describe('a locked package', () => {
  test('of the registry, with a checksum and an allowed licence, is in order', () => {
    expect(faultsOf({ resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz' })).toEqual([]);
  });

  test.each([
    [{ resolved: 'git+ssh://git@example.org/a.git#1' }, 'it comes from git+ssh://git@example.org/a.git#1'],
    [{ resolved: 'http://registry.npmjs.org/a.tgz' }, 'it comes from http://registry.npmjs.org/a.tgz'],
    [{ resolved: 'https://registry.npmjs.org.example/a.tgz' }, 'it comes from'],
    [{ integrity: undefined }, 'it has no SHA-512 checksum'],
    [{ integrity: 'sha1-deadbeef' }, 'it has no SHA-512 checksum'],
    [{ version: 'github:a/b' }, 'its version is github:a/b'],
    [{ hasInstallScript: true }, 'it runs a script at its installation'],
    [{ license: 'GPL-3.0-only' }, 'its licence is GPL-3.0-only'],
    [{ license: undefined }, 'its licence is undefined'],
    [{ license: '(MIT AND GPL-3.0-only)' }, 'its licence is'],
  ])('with %o is a fault', (change, fault) => {
    expect(faultsOf(change)).toEqual([expect.stringContaining(fault)]);
  });

  test('may have one of several licences, and any when only development needs it', () => {
    expect(faultsOf({ license: '(WTFPL OR MIT)' })).toEqual([]);
    expect(faultsOf({ license: 'MPL-2.0', dev: true })).toEqual([]);
  });
});

test('this lock file is in order, and the licences of the product are listed', () => {
  expect(findSupplyFaults(readLock())).toEqual([]);
  const licences = new Map(licencesOf(readLock()));
  expect(licences.get('MIT')).toContain('fastify 5.12.8');
});

describe('the bill of materials', () => {
  const bill = toCycloneDx(readLock());

  test('has the fields that CycloneDX requires', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(bill.metadata.component).toMatchObject({ type: 'application', name: 'semaforo' });
    for (const component of bill.components) {
      expect(component).toMatchObject({
        type: 'library',
        name: expect.stringMatching(/^[@\w]/),
        version: expect.stringMatching(/^\d/),
        purl: expect.stringMatching(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/),
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
        scope: expect.stringMatching(/^(required|optional|excluded)$/),
      });
    }
  });

  test('names every package once, and every dependency among them', () => {
    const refs = bill.components.map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    const known = new Set([...refs, bill.metadata.component['bom-ref']]);
    const named = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => !known.has(ref))).toEqual([]);
    expect(bill.dependencies).toHaveLength(refs.length + 1);
    const used = new Set(bill.dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect(
      refs.filter(
        (ref) => bill.components.find((one) => one['bom-ref'] === ref).scope === 'required' && !used.has(ref),
      ),
    ).toEqual([]);
  });

  test('is the same each time', () => {
    expect(JSON.stringify(toCycloneDx(readLock()))).toBe(JSON.stringify(bill));
  });
});
