import { expect, test } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

const MOZILLA = 'Mozilla/5.0';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

test.each([
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0`,
    'computer',
    'Firefox su Windows',
  ],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`,
    'computer',
    'Edge su Windows',
  ],
  [`${MOZILLA} (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'phone', 'Chrome su Android'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`,
    'phone',
    'Safari su iPhone',
  ],
  [`${MOZILLA} (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'computer', 'Chrome su Linux'],
  ['Firefox/1', 'computer', 'Firefox'],
  ['curl/8.5.0', 'program', 'Programma'],
  [null, 'program', 'Programma'],
])('%s is in words a %s: %s', (userAgent, device, browser) => {
  expect(describeBrowser(userAgent)).toEqual({ device, browser });
});
