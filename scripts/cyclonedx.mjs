import { lockedPackages } from './locked-packages.mjs';

/**
 * The packages of a lock file as a bill of materials, CycloneDX 1.6. The same lock file gives the same text: there is
 * no time and no number of its own in it. (npm has such a command, but it refuses a lock file with overrides.)
 */
export function toCycloneDx(lock) {
  const packages = lockedPackages(lock);
  const refOf = ({ path }) => path;
  const root = lock.packages[''];
  const rootRef = `${root.name}@${root.version}`;
  const own = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules/'));
  const direct = own.flatMap(([path, entry]) =>
    resolveAll(lock, path, {
      ...entry.devDependencies,
      ...entry.optionalDependencies,
      ...entry.dependencies,
    }),
  );
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        'bom-ref': rootRef,
        type: 'application',
        name: root.name,
        version: root.version,
        licenses: [{ license: { id: root.license } }],
      },
    },
    components: packages.map((locked) => ({
      'bom-ref': refOf(locked),
      type: 'library',
      name: locked.name,
      version: locked.version,
      scope: locked.isInProduct ? (locked.isOptional ? 'optional' : 'required') : 'excluded',
      hashes: [{ alg: 'SHA-512', content: hexOf(locked.integrity) }],
      ...(locked.licence && { licenses: [licenceOf(locked.licence)] }),
      purl: `pkg:npm/${locked.name.replace(/^@/, '%40')}@${locked.version}`,
    })),
    dependencies: [
      { ref: rootRef, dependsOn: [...new Set(direct)].sort() },
      ...packages.map((locked) => ({
        ref: refOf(locked),
        dependsOn: resolveAll(lock, locked.path, locked.dependencies).sort(),
      })),
    ],
  };
}

/** The paths at which Node finds these names from there, without workspaces and what is not installed. */
function resolveAll(lock, from, names) {
  return Object.keys(names).flatMap((name) => resolve(lock, from, name) ?? []);
}

function resolve(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = lock.packages[path];
    if (entry) return entry.link ? undefined : path;
    if (folder === '') return undefined;
  }
}

function hexOf(integrity) {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
}

function licenceOf(licence) {
  return licence.includes(' ')
    ? { expression: licence.replace(/^\((.*)\)$/, '$1') }
    : { license: { id: licence } };
}
