import { expect, test } from 'vitest';
import { UNKNOWN_STATE } from './apply-device-message.ts';
import { isUnheard, withSaidElsewhere } from './said-elsewhere.ts';

const SESSION = 3;
const said = (on: boolean, saidAt: number | null, saidIn: number | null = null) => ({ on, saidAt, saidIn });
const LOADED = {
  ...UNKNOWN_STATE,
  status: 'rosso',
  updatedAt: 100,
  lamps: { rosso: said(true, 100), verde: said(false, 90) },
} as const;
const STORED_SINCE = {
  status: 'verde',
  updatedAt: 210,
  lamps: { rosso: said(false, 205), verde: said(true, 210) },
} as const;

test('what another server heard since is the last that is known, and not fresh', () => {
  expect(withSaidElsewhere(LOADED, STORED_SINCE, SESSION)).toEqual({ ...LOADED, ...STORED_SINCE });
});

test('what this server heard itself in its session stays, whatever another one stored', () => {
  const heard = {
    ...LOADED,
    status: 'giallo',
    heardIn: SESSION,
    lamps: { ...LOADED.lamps, giallo: said(true, 150, SESSION) },
  } as const;
  const stored = { ...STORED_SINCE, lamps: { ...STORED_SINCE.lamps, giallo: said(false, 220) } };
  const { lamps, status } = withSaidElsewhere(heard, stored, SESSION);
  expect(lamps.giallo).toEqual(said(true, 150, SESSION));
  expect(lamps.rosso).toEqual(said(false, 205));
  expect(status).toBe('verde');
});

test.each([
  ['older', { ...STORED_SINCE, lamps: { rosso: said(false, 99) } }],
  ['of the same moment', { ...STORED_SINCE, lamps: { rosso: said(false, 100) } }],
  ['of the broker’s memory', { ...STORED_SINCE, lamps: { rosso: said(false, null) } }],
])('what is %s changes nothing', (_, stored) => {
  expect(withSaidElsewhere(LOADED, stored, SESSION)).toBe(LOADED);
});

test('a device is unheard until each of its known lamps has spoken in the session', () => {
  expect(isUnheard(UNKNOWN_STATE, SESSION)).toBe(true);
  const heard = { ...LOADED, heardIn: SESSION, lamps: { rosso: said(true, 300, SESSION) } };
  expect(isUnheard(heard, SESSION)).toBe(false);
  expect(isUnheard({ ...heard, lamps: { ...heard.lamps, verde: said(false, 90) } }, SESSION)).toBe(true);
});
