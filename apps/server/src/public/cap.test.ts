import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DEFAULT_ADVICE } from '@semaforo/contract/domain/public-page';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { describe, expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { validateXML } from 'xmllint-wasm';
import { readCapMessage } from '../bulletins/read-cap.ts';
import { toCap } from './cap.ts';
import type { PublicChange } from './public-pages.repository.ts';
import type { PublicPage } from './public-pages.ts';
import { signCap } from './sign-cap.ts';

const SCHEMA = readFileSync(new URL('../../test/schemas/cap-1.2.xsd', import.meta.url), 'utf8');
const NOON = Date.parse('2026-11-28T11:00:00Z');
const HOUR_MS = 3_600_000;
const AT = { origin: 'https://allerta.example', at: 'https://allerta.example/c/valdombra' };

/** A Comune of four signals that showed these colors, the newest first, an hour each; it is `readAt` now. */
function page(colors: readonly (SignalColor | null)[], readAt = NOON): PublicPage {
  const changes = colors.map(
    (color, index): PublicChange => ({ at: NOON - (index + 1) * HOUR_MS, color, showing: 4, total: 4 }),
  );
  const [color = null] = colors;
  const position = { latitude: 45, longitude: 9 };
  const places = [1, 2, 3, 4].map((id) => ({
    id,
    name: `Ponte ${id}`,
    color,
    since: null,
    position,
    water: null,
  }));
  return {
    comune: {
      ...{
        userId: 1,
        slug: 'valdombra',
        name: 'Comune di <Valdombra> & "Torno"',
        phone: '0123 456',
        channel: '',
      },
      ...{ hosts: [], zones: ['Lomb-A', 'Lomb-B'], advice: DEFAULT_ADVICE },
    },
    state: { color, showing: 4, total: 4, places },
    ...{ since: NOON - HOUR_MS, lastKnown: null, changes, forecasts: [], readAt, madeAt: readAt },
  };
}

async function complaintsOf(message: string): Promise<readonly string[]> {
  const checked = await validateXML({
    xml: { fileName: 'message.xml', contents: message },
    schema: { fileName: 'cap-1.2.xsd', contents: SCHEMA },
  });
  return checked.errors.map((error) => error.message);
}

describe('what the signals show as a message of CAP', () => {
  test.each([
    ['a first alert', ['rosso'], 'Alert'],
    ['an alert that became graver', ['rosso', 'giallo', 'verde'], 'Update'],
    ['an alert that became milder', ['giallo', 'rosso'], 'Update'],
    ['an alert that is over', ['verde', 'giallo'], 'Cancel'],
    ['what is not known any more', [null, 'arancio'], 'Update'],
    ['nothing ever known', [null], 'Alert'],
  ] as const)('%s is valid by the schema of OASIS, and signed as well', async (_what, colors, kind) => {
    const message = toCap(page(colors), AT);
    expect(await complaintsOf(message)).toEqual([]);
    expect(message).toContain(`<msgType>${kind}</msgType>`);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(await complaintsOf(signCap(message, pem))).toEqual([]);
  });

  test('the schema refuses what is no message', async () => {
    const message = toCap(page(['rosso']), AT);
    expect(await complaintsOf(message.replace('<scope>Public</scope>', ''))).not.toEqual([]);
    expect(await complaintsOf(message.replaceAll('-00:00', 'Z'))).not.toEqual([]);
  });

  test('its signature holds until a word of it is changed', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signed = signCap(
      toCap(page(['rosso']), AT),
      privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    );
    const isGood = (text: string) => {
      const check = new SignedXml({
        publicCert: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        getCertFromKeyInfo: () => null,
      });
      check.loadSignature(/<Signature[\s\S]*<\/Signature>/.exec(text)?.[0] ?? '');
      try {
        return check.checkSignature(text);
      } catch {
        return false;
      }
    };
    expect(isGood(signed)).toBe(true);
    expect(isGood(signed.replace('Allerta rossa in corso', 'Nessuna allerta'))).toBe(false);
  });

  test.each(['verde', 'giallo', 'arancio', 'rosso'] as const)(
    '%s is taken back by our own reader to the same level, in each zone',
    async (color) => {
      const read = await readCapMessage(toCap(page([color]), AT), NOON);
      if (!('days' in read)) throw new Error('it was not read');
      const levels = read.days.flatMap(({ zones }) => zones.map((zone) => zone.color));
      expect(new Set(levels)).toEqual(new Set([color]));
    },
  );

  test('one that holds on for days is told again each day, after the one before', () => {
    const message = toCap(page(['rosso'], NOON + 50 * HOUR_MS), AT);
    expect(message).toContain('<msgType>Update</msgType>');
    expect(message).toContain(`<references>allerta.example,semaforo-valdombra-${NOON + 23 * HOUR_MS},`);
  });
});
