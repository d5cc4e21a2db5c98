// Writes src/users/common-passwords.txt from the ranked list of @zxcvbn-ts/language-common.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

const MIN_LENGTH = 8;
const MOST_COMMON = 10_000;

/** Too short to be chosen, but common with digits or signs behind them. */
const isCommonStem = (word) => word.length >= 4 && word.length < MIN_LENGTH && /[a-z]$/.test(word);

const chosen = passwords.filter((word) => word.length >= MIN_LENGTH).slice(0, MOST_COMMON);
const stems = passwords.slice(0, MOST_COMMON).filter(isCommonStem);

const licence = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/LICENSE.txt'));
const header = readFileSync(licence, 'utf8').trim().replace(/^/gm, '# ').replace(/ +$/gm, '');
const target = new URL('src/users/common-passwords.txt', import.meta.url);
writeFileSync(target, `${[header, ...chosen, ...stems].join('\n')}\n`);
