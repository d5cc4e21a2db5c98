import { expect, test } from 'vitest';
import { foldUsername } from './fold-username.ts';
import { refuseUsername } from './username-rules.ts';

test.each([
  'admin',
  'Comune di Forlì',
  'valdombra-2',
  'a.bianchi_2026',
  'Città Sant Angelo',
  'Škofja Loka',
  'Дмитрий 2',
  'Σωκράτης',
  '42',
])('%s is allowed', (username) => {
  expect(refuseUsername(username)).toBeUndefined();
});

const INVISIBLE = 'Lo username contiene caratteri invisibili: riscrivilo senza copiarlo';
const CONFUSED = 'Lo username ha lettere che si confondono con altre: usa le lettere di un solo alfabeto';
const SIGNS = 'Lo username può avere lettere, cifre, spazi e i segni . _ -';

test.each([
  ['a zero-width space', 'admin\u200b', INVISIBLE],
  ['a change of direction', 'admin\u202e', INVISIBLE],
  ['a tab inside', 'ad\tmin', INVISIBLE],
  ['a line feed', 'ad\nmin', INVISIBLE],
  ['a no-break space', 'ad\u00a0min', INVISIBLE],
  ['a soft hyphen', 'ad\u00admin', INVISIBLE],
  ['a Hangul filler', 'admin\u3164', INVISIBLE],
  ['a variation selector', 'admin\ufe0f', INVISIBLE],
  ['an unassigned or private sign', 'admin\ue000', INVISIBLE],
  ['two spaces', 'Val  Dombra', 'Lo username ha due spazi di seguito: lasciane uno'],
  ['a Cyrillic letter among Latin ones', '\u0430dmin', CONFUSED],
  ['a Greek letter among Latin ones', 'v\u03b1ldombra', CONFUSED],
  ['Cyrillic letters that all look Latin', '\u0440\u0430\u0440\u0430', CONFUSED],
  ['a Latin letter that looks like another', '\u0251dmin', CONFUSED],
  ['full-width letters', 'ＡＤＭＩＮ', CONFUSED],
  ['a dot below', 'adm\u1ecbn', CONFUSED],
  ['stacked marks', 'a\u0301\u0301dmin', CONFUSED],
  ['another alphabet', 'אדמין', CONFUSED],
  ['markup', '<b>admin</b>', SIGNS],
  ['a picture', 'admin 🚦', SIGNS],
  ['digits of another script', 'admin١', SIGNS],
  ['no letter or digit', '. _ -', SIGNS],
])('a name with %s is refused in words', (_what, username, sentence) => {
  expect(refuseUsername(username)).toMatchObject({
    kind: 'invalid',
    code: 'invalid-username',
    message: sentence,
  });
});

test.each(['ADMIN', 'ＡＤＭＩＮ', 'ADMİN', 'admın', 'AdmIn'])('%s is the same name as admin', (username) => {
  expect(foldUsername(username)).toBe('admin');
});
