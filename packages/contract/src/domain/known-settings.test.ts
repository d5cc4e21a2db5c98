import { expect, test } from 'vitest';
import { KNOWN_SETTINGS, meantSetting, refusedValue } from './known-settings.ts';

test.each([
  ['second_person_roso', 'second_person_rosso'],
  ['second_persons_rosso', 'second_person_rosso'],
  ['hold_roso', 'hold_rosso'],
  ['telegram_chanel', 'telegram_channel'],
  ['alert_polcy', 'alert_policy'],
  ['map_centre_lat', 'map_center_lat'],
])('%s is almost %s', (typed, meant) => {
  expect(meantSetting(typed)).toBe(meant);
});

test.each(['', 'tema', 'nota', 'map_nota', 'rosso', 'hold', 'channel'])(
  '%j is like no known setting',
  (typed) => {
    expect(meantSetting(typed)).toBeUndefined();
  },
);

test('a known setting is not taken for another one', () => {
  expect(KNOWN_SETTINGS.map(({ key }) => meantSetting(key)).filter(Boolean)).toEqual([]);
});

test.each([
  ['hold_rosso', 'ture', 'Il valore è true o false'],
  ['second_person_rosso', 'si', 'Il valore è true o false'],
  ['telegram_channel', 'comune', 'Il canale Telegram si scrive @nome'],
  ['alert_policy', 'alta', 'La politica delle allerte è propone, alza o avvisa'],
])('%s refuses %j with a sentence', (key, value, sentence) => {
  expect(refusedValue(key, value)).toContain(sentence);
});

test('each known setting may be empty, and what is not known may be anything', () => {
  expect(KNOWN_SETTINGS.map(({ key }) => refusedValue(key, '')).filter(Boolean)).toEqual([]);
  expect(refusedValue('tema', 'ture')).toBeUndefined();
  expect(refusedValue('hold_rosso', 'true')).toBeUndefined();
});
