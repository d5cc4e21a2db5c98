import { readFileSync } from 'node:fs';
import { Refusal } from '../platform/refusal.ts';
import { foldUsername } from './fold-username.ts';

/** One password a line, in lower case (docs/decisions/0018-common-passwords.md). */
const LIST_FILE = new URL('./common-passwords.txt', import.meta.url);

/** What the list lacks: words that an Italian Comune and users of this product think of first. */
const WORDS = new Set(
  `abcdefgh abcdefghi adminadmin root toortoor ciao ciaociao tiamo amore stellina cioccolato segreto cambiami benvenuto
  juve forzajuve forzaroma forzanapoli forzamilan forzainter
  primavera estate autunno inverno lunedi lunedì martedi martedì mercoledi mercoledì giovedi giovedì
  venerdi venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
  roma milano napoli torino palermo genova bologna firenze bari catania venezia verona italia
  comune municipio sindaco utente operatore amministratore protezione protezionecivile allerta allertameteo meteo
  semaforo semafori lanterna lanterne`.split(/\s+/),
);

export const COMMON_PASSWORD = new Refusal('invalid', {
  code: 'common-password',
  message: 'La password è troppo comune: scegline un’altra',
});

/**
 * True for a password that an attacker tries first: a common one, the user's own name, one sign repeated or a
 * run of digits. Case does not matter, nor do digits and signs behind the word.
 */
export function isCommonPassword(password: string, username = ''): boolean {
  const folded = foldUsername(password);
  if (/^(.)\1*$/u.test(folded) || isRunOfDigits(folded)) return true;
  const stem = withoutTail(folded);
  const candidates = [folded, stem, lettersOf(stem)];
  const names = namesIn(username);
  return candidates.some((word) => WORDS.has(word) || names.includes(word) || isListed(word));
}

let list: string | undefined;

function isListed(word: string): boolean {
  list ??= readFileSync(LIST_FILE, 'utf8');
  return word !== '' && list.includes(`\n${word}\n`);
}

function withoutTail(text: string): string {
  return text.replace(/[^\p{L}]+$/u, '');
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\d]+/gu, '');
}

/** The username, without and with the signs in it, and each of its words of four letters or more. */
function namesIn(username: string): string[] {
  const stem = withoutTail(foldUsername(username));
  const words = stem.split(/[^\p{L}]+/u).filter((word) => word.length >= 4);
  return [stem, lettersOf(stem), ...words].filter((name) => name !== '');
}

function isRunOfDigits(text: string): boolean {
  return (
    /^\d+$/.test(text) && ('01234567890123456789'.includes(text) || '98765432109876543210'.includes(text))
  );
}
