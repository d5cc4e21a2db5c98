/**
 * What is wrong with a publiccode.yml of version 0.7, as far as a catalogue would refuse it: keys that are missing,
 * unknown or of another kind. Written after the standard, for there is no package that checks it on Node.
 */
export function findPubliccodeFaults(content) {
  const faults = [];
  checkObject(content, SCHEMA, '', faults);
  return faults;
}

const text = (value) => (typeof value === 'string' && value !== '' ? undefined : 'is no text');
const flag = (value) => (typeof value === 'boolean' ? undefined : 'is neither true nor false');
const oneOf =
  (...allowed) =>
  (value) =>
    allowed.includes(value) ? undefined : `is none of ${allowed.join(', ')}`;
const matching = (pattern, what) => (value) =>
  typeof value === 'string' && pattern.test(value) ? undefined : `is no ${what}`;
const long = (least, most) => (value) =>
  typeof value === 'string' && value.length >= least && value.length <= most
    ? undefined
    : `has not ${least} to ${most} characters`;
const listOf = (check) => (value, path, faults) => {
  if (!Array.isArray(value) || value.length === 0) return 'is no list with something in it';
  for (const [index, item] of value.entries()) checkValue(item, check, `${path}[${index}]`, faults);
};

const url = matching(/^https?:\/\/\S+$/, 'address');
const date = matching(/^\d{4}-\d{2}-\d{2}$/, 'date');
const need = (check) => ({ check, isNeeded: true });
const may = (check) => ({ check, isNeeded: false });
const dependency = {
  name: need(text),
  versionMin: may(text),
  versionMax: may(text),
  version: may(text),
  optional: may(flag),
};

const SCHEMA = {
  publiccodeYmlVersion: need(oneOf('0.7')),
  name: need(text),
  url: need(url),
  landingURL: may(url),
  softwareVersion: may(matching(/^\d+\.\d+\.\d+$/, 'semantic version')),
  releaseDate: may(date),
  platforms: need(listOf(text)),
  categories: may(listOf(matching(/^[a-z-]+$/, 'category'))),
  developmentStatus: need(oneOf('concept', 'development', 'beta', 'stable', 'obsolete')),
  softwareType: need(oneOf('standalone/web', 'standalone/backend', 'standalone/other', 'library', 'addon')),
  intendedAudience: may({
    scope: may(listOf(text)),
    countries: may(listOf(matching(/^[A-Z]{2}$/, 'country'))),
  }),
  description: need({
    it: need({
      shortDescription: need(long(1, 150)),
      longDescription: need(long(150, 10_000)),
      features: need(listOf(text)),
      screenshots: may(listOf(text)),
      documentation: may(url),
    }),
  }),
  legal: need({ license: need(oneOf('EUPL-1.2')), mainCopyrightOwner: may(text) }),
  maintenance: need({
    type: need(oneOf('internal', 'contract', 'community', 'none')),
    contacts: need(
      listOf({ name: need(text), email: may(matching(/^\S+@\S+$/, 'mailbox')), phone: may(text) }),
    ),
  }),
  localisation: need({ localisationReady: need(flag), availableLanguages: need(listOf(text)) }),
  dependsOn: may({ open: may(listOf(dependency)) }),
  IT: may({
    countryExtensionVersion: need(oneOf('1.0')),
    piattaforme: may(
      Object.fromEntries(['spid', 'cie', 'anpr', 'pagopa', 'io'].map((name) => [name, need(flag)])),
    ),
  }),
};

function checkObject(value, schema, path, faults) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults.push(`${path}: is no group of keys`);
    return;
  }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(schema, name)) faults.push(`${path}${name}: is unknown`);
  for (const [name, { check, isNeeded }] of Object.entries(schema)) {
    if (value[name] !== undefined) checkValue(value[name], check, `${path}${name}`, faults);
    else if (isNeeded) faults.push(`${path}${name}: is missing`);
  }
}

function checkValue(value, check, path, faults) {
  if (typeof check !== 'function') return checkObject(value, check, `${path}.`, faults);
  const fault = check(value, path, faults);
  if (fault !== undefined) faults.push(`${path}: ${fault}`);
}
