// Checks that the pages and anchors named in Markdown links and in comments exist, and that no comment or page is too
// wide.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDocumentFaults, isChecked } from './document-faults.mjs';

const ROOT = join(import.meta.dirname, '..');

const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const paths = listing.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
const texts = new Map(paths.filter(isChecked).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
const faults = findDocumentFaults({ texts, paths });
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
