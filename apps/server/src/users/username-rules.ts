import { Refusal } from '../platform/refusal.ts';

const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]|(?! )\p{Z}/u;
/** ASCII letters and the composed ones of European languages; none that only looks like another. */
const LATIN =
  /^[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e\u0218-\u021b]$/u;
const GREEK = /^\p{Script=Greek}$/u;
const CYRILLIC = /^\p{Script=Cyrillic}$/u;
const ALPHABETS = [LATIN, GREEK, CYRILLIC];
/** Greek and Cyrillic letters that are drawn like Latin ones: a name of nothing else passes for a Latin name. */
const DRAWN_AS_LATIN = new Set('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχϲϳАВЕЅІЈКМНОРСТУХҮаеѕіјкмнорстухүһԁԛԝӏЬ');

/**
 * Refuses a name that a person cannot read or might take for another's (docs/rules.md#usernames). Names that exist
 * already are not checked.
 */
export function refuseUsername(username: string): Refusal | undefined {
  const sentence = faultOf(username);
  return sentence === undefined
    ? undefined
    : new Refusal('invalid', { code: 'invalid-username', message: sentence });
}

function faultOf(username: string): string | undefined {
  if (INVISIBLE.test(username)) return 'Lo username contiene caratteri invisibili: riscrivilo senza copiarlo';
  if (username.includes('  ')) return 'Lo username ha due spazi di seguito: lasciane uno';
  const letters = [...username].filter((sign) => /\p{L}|\p{M}/u.test(sign));
  const signs = [...username].filter((sign) => !/\p{L}|\p{M}/u.test(sign));
  if (signs.some((sign) => !/[\d ._-]/.test(sign)) || !/[\p{L}\d]/u.test(username)) {
    return 'Lo username può avere lettere, cifre, spazi e i segni . _ -';
  }
  const isOfOneAlphabet =
    letters.length === 0 || ALPHABETS.some((alphabet) => letters.every((letter) => alphabet.test(letter)));
  const passesForLatin = letters.length > 0 && letters.every((letter) => DRAWN_AS_LATIN.has(letter));
  return isOfOneAlphabet && !passesForLatin
    ? undefined
    : 'Lo username ha lettere che si confondono con altre: usa le lettere di un solo alfabeto';
}
