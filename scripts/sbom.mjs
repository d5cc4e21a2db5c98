// Prints the bill of materials of the lock file (CycloneDX, JSON), or writes it: `npm run sbom -- FILE`.
import { writeFileSync } from 'node:fs';
import { toCycloneDx } from './cyclonedx.mjs';
import { readLock } from './locked-packages.mjs';

const [file] = process.argv.slice(2);
const bill = `${JSON.stringify(toCycloneDx(readLock()), undefined, 2)}\n`;
if (file === undefined) process.stdout.write(bill);
else writeFileSync(file, bill);
