// Checks where the packages of the lock file come from, and the licences of those in the product. `--licences` lists
// these.
import { readLock } from './locked-packages.mjs';
import { findSupplyFaults, licencesOf } from './supply-faults.mjs';

const lock = readLock();
if (process.argv.includes('--licences')) {
  for (const [licence, packages] of licencesOf(lock)) {
    console.log(`${licence} (${packages.length})\n  ${packages.join('\n  ')}`);
  }
}
const faults = findSupplyFaults(lock);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
