import { DEFAULT_ADVICE } from '@semaforo/contract/domain/public-page';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { describe, expect, test } from 'vitest';
import { toPublicJson } from './feeds.ts';
import type { PublicPage } from './public-pages.ts';
import type { PublicWater } from './public-state.ts';
import { PUBLIC_LANGUAGES } from './public-words.ts';
import { renderPage } from './render-page.ts';

const NOW = Date.parse('2026-11-28T17:04:00Z');
const YESTERDAY = NOW - 24 * 3_600_000;

function page(colors: readonly (SignalColor | null)[], more: Partial<PublicPage> = {}): PublicPage {
  const position = { latitude: 45.1, longitude: 9.2 };
  const places = colors.map((color, id) => ({
    id,
    name: `Ponte ${id}`,
    color,
    since: YESTERDAY,
    position,
    water: null,
  }));
  const color = colors.every((one) => one === colors[0]) ? (colors[0] ?? null) : null;
  return {
    comune: {
      ...{ userId: 1, slug: 'valdombra', name: 'Comune di Valdombra', phone: '', channel: '' },
      ...{ hosts: [], zones: ['Lomb-A'], advice: DEFAULT_ADVICE },
    },
    state: { color, showing: colors.length, total: colors.length, places },
    ...{ since: YESTERDAY, lastKnown: null, changes: [], forecasts: [], readAt: NOW, madeAt: NOW },
    ...more,
  };
}

const forecast = (issuedAt: number, stale: boolean) => ({
  ...{ date: '2026-11-28', color: 'arancio' as const },
  risks: [{ name: 'idraulico', color: 'arancio' as const }],
  bulletin: { name: 'Dipartimento', issuedAt: new Date(issuedAt).toISOString(), stale },
});

const LINKS = { accessibilityUrl: null, feedbackUrl: null, privacyUrl: null };
const render = (shown: PublicPage, language: (typeof PUBLIC_LANGUAGES)[number] = 'it') =>
  renderPage(shown, { language, base: '', links: LINKS, now: NOW, embedded: false }) ?? '';

describe('the public page', () => {
  test('says how high the water stands at a place with a gauge, in each language, or that it is not known', () => {
    const flooded = (water: PublicWater) => {
      const { state, ...rest } = page(['rosso']);
      const places = state.places.map((place) => ({ ...place, water }));
      return { ...rest, state: { ...state, places } };
    };
    const measured = flooded({ level: 37, at: NOW - 60_000 });
    expect(render(measured)).toMatch(/Acqua: 37 cm, misurata alle \d\d:\d\d/);
    expect(render(measured, 'de')).toContain('Wasser: 37 cm, gemessen um ');
    expect(render(flooded({ level: null }))).toContain('Acqua: non sappiamo quanta ce n’è adesso');
    const one = renderPage(measured, {
      ...{ language: 'it', base: '', links: LINKS, now: NOW, embedded: false, placeId: 0 },
    });
    expect(one).toContain('<b>Acqua: 37 cm, misurata alle ');
    expect(toPublicJson(measured).signals[0]?.water).toMatchObject({ level_cm: 37 });
  });

  test('says of verde that there is no alert only beside a bulletin that is not old', () => {
    expect(render(page(['verde']))).not.toContain('Nessuna allerta');
    expect(render(page(['verde']))).toContain('Tutti i segnali sono verdi');
    const old = page(['verde'], { forecasts: [forecast(YESTERDAY - 7 * 3_600_000, true)] });
    expect(render(old)).not.toContain('Nessuna allerta');
    expect(render(old)).toContain('Il bollettino ha più di 30 ore.');
    const fresh = page(['verde'], { forecasts: [forecast(NOW - 5 * 3_600_000, false)] });
    expect(render(fresh)).toContain('Nessuna allerta');
    expect(render(fresh)).toContain('Fonte: Dipartimento, delle 13:04 (5 ore fa).');
  });

  test('tells first what to do where there is an alert, with the risk of the bulletin, else the bulletin', () => {
    const order = (html: string) => html.indexOf('Che cosa fare') < html.indexOf('Il bollettino<');
    const forecasts = [forecast(NOW, false)];
    expect(order(render(page(['rosso'], { forecasts })))).toBe(true);
    expect(render(page(['rosso'], { forecasts }))).toContain('l’acqua sale in pochi minuti');
    expect(order(render(page(['verde'])))).toBe(false);
    expect(order(render(page([null])))).toBe(false);
  });

  test.each([
    ['it', 'da venerdì 27 novembre, 18:04'],
    ['en', 'since Friday'],
    ['de', 'seit Freitag'],
    ['fr', 'depuis vendredi'],
    ['sl', 'od petek'],
  ] as const)('says in %s since which day', (language, words) => {
    expect(render(page(['giallo', 'giallo']), language)).toContain(words);
  });

  test.each(PUBLIC_LANGUAGES)(
    'is under 50 KB in %s, with 3000 signals, of which the graver ones stand first',
    (language) => {
      const { state, ...rest } = page(
        Array.from({ length: 3000 }, (_, id) => (id > 2000 ? 'rosso' : id % 2 === 0 ? null : 'verde')),
      );
      const places = state.places.map((place) => ({ ...place, name: place.name.padEnd(100, ' lungo') }));
      const many = { ...rest, state: { ...state, color: 'giallo' as const, places } };
      const html = render(many, language);
      expect(Buffer.byteLength(html)).toBeLessThan(50_000);
      expect(html).toContain('Ponte 2001');
      expect(html).not.toMatch(/undefined|null|NaN/);
    },
  );
});
