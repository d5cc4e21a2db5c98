import { lockedPackages } from './locked-packages.mjs';

const REGISTRY = 'https://registry.npmjs.org/';
const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/;
const VERSION = /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/;

/** Packages with a script at their installation. None runs (.npmrc); who adds one has a reason. */
const INSTALL_SCRIPTS = ['better-sqlite3', 'esbuild', 'msw'];

/** Licences under which a part of the product may come: each lets it be passed on under the EUPL-1.2. */
const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
];

/**
 * What is wrong with the packages of a lock file, one line each: another source than the registry, no checksum, a
 * script at the installation, or, in the product, a licence that is not allowed.
 */
export function findSupplyFaults(lock) {
  return lockedPackages(lock).flatMap((locked) => {
    const faults = [];
    if (!VERSION.test(locked.version ?? '')) faults.push(`its version is ${locked.version}`);
    if (locked.resolved !== undefined && !locked.resolved.startsWith(REGISTRY)) {
      faults.push(`it comes from ${locked.resolved}`);
    }
    if (!INTEGRITY.test(locked.integrity ?? '')) faults.push('it has no SHA-512 checksum');
    if (locked.hasInstallScript && !INSTALL_SCRIPTS.includes(locked.name)) {
      faults.push('it runs a script at its installation');
    }
    if (locked.isInProduct && !mayBePassedOn(locked.licence)) faults.push(`its licence is ${locked.licence}`);
    return faults.map((fault) => `${locked.path} ${locked.version}: ${fault}`);
  });
}

/** The licences of the product's packages, each with its packages, both in alphabetical order. */
export function licencesOf(lock) {
  const names = new Map();
  for (const { name, version, licence, isInProduct } of lockedPackages(lock)) {
    if (isInProduct) names.set(licence, [...(names.get(licence) ?? []), `${name} ${version}`]);
  }
  return [...names.entries()]
    .map(([licence, packages]) => [String(licence), [...new Set(packages)].sort()])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Of an expression with OR one licence is enough; one with AND is no name of the list, and so refused. */
function mayBePassedOn(expression = '') {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((licence) => LICENCES.includes(licence));
}
