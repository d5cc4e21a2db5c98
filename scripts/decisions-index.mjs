// Compares docs/decisions/README.md with the records beside it; `--write` writes it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionsIndex } from './decisions-table.mjs';

const FOLDER = join(import.meta.dirname, '../docs/decisions');
const INDEX = join(FOLDER, 'README.md');

const records = readdirSync(FOLDER)
  .filter((file) => /^\d{4}-.*\.md$/.test(file))
  .sort()
  .map((file) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }));
const index = decisionsIndex(records);
if (process.argv.includes('--write')) writeFileSync(INDEX, index);
else if (readFileSync(INDEX, 'utf8') !== index) {
  console.error('docs/decisions/README.md is out of date: node scripts/decisions-index.mjs --write');
  process.exitCode = 1;
}
