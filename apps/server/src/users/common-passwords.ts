import { Refusal } from '../platform/refusal.ts';

/**
 * Passwords of eight characters or more that stand at the top of every published list of leaked ones, and what an Italian Comune would
 * think of first. Compared without case, and without the digits and signs that people add at the end.
 */
const COMMON = new Set(
  `password passw0rd p@ssword p@ssw0rd pass1234 qwertyui qwertyuiop qwerty123 qwerty1234 asdfghjk asdfghjkl zxcvbnm1
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsxedc q1w2e3r4 abcd1234 abcdefgh abcdefghi iloveyou sunshine princess football
  baseball superman batman123 trustno1 starwars whatever computer internet michelle jennifer dragon12 master12
  letmein1 welcome1 welcome12 changeme administrator administrator1 adminadmin admin123 admin1234 root1234 toortoor
  test1234 testtest guest123 default1 secret12 samsung1 juventus juventus1 francesco alessandro giuseppe antonella
  federica valentina andrea12 ciaociao ciao1234 amoremio tiamo123 italia12 forzaroma forzanapoli napoli12 roma1234
  milano12 comune12 comune123 municipio sindaco1 protezione protezionecivile allertameteo allerta1 semaforo semafori
  lanterna lanterne operatore utente12 benvenuto cambiami password1 segreto1 stellina cioccolato`.split(
    /\s+/,
  ),
);

export const COMMON_PASSWORD = new Refusal('invalid', {
  code: 'common-password',
  message: 'La password è troppo comune: scegline un’altra',
});

/** True for a password that an attacker tries first: a common one, one sign repeated, or a run of digits. */
export function isCommonPassword(password: string): boolean {
  const folded = password.toLowerCase();
  if (/^(.)\1*$/u.test(folded) || isRunOfDigits(folded)) return true;
  return COMMON.has(folded) || COMMON.has(folded.replace(/[\d!.?_*-]+$/, ''));
}

function isRunOfDigits(text: string): boolean {
  return (
    /^\d+$/.test(text) && ('01234567890123456789'.includes(text) || '98765432109876543210'.includes(text))
  );
}
