import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { renderSVG } from 'uqr';
import { escapeMarkup as E } from './escape-markup.ts';
import { MARK_SYMBOLS, markOf } from './marks.ts';
import type { PublicPage } from './public-pages.ts';
import type { PublicPlace } from './public-state.ts';
import { PUBLIC_LANGUAGES, PUBLIC_WORDS } from './public-words.ts';

const WORDS = PUBLIC_WORDS.it;
const MEANS: Record<SignalColor, string> = {
  verde: 'nessuna allerta',
  giallo: 'fai attenzione',
  arancio: 'preparati',
  rosso: 'chiuso, non entrare',
};

/** A sheet (A4) for the pole of a signal: its name, and the code that leads to its page. `url`: of that page. */
export function renderSheet(
  { comune }: Pick<PublicPage, 'comune'>,
  { place, url, base }: { place: PublicPlace; url: string; base: string },
): string {
  const meanings = SIGNAL_COLORS.map(
    (color) => `<li>${markOf(color)}<p><b>${E(WORDS.colors[color])}</b><br>${E(MEANS[color])}</p></li>`,
  );
  const phone = comune.phone === '' ? '' : ` · ${E(WORDS.civilProtection)}: <b>${E(comune.phone)}</b>`;
  const code = renderSVG(url, { ecc: 'M', border: 0, blackColor: '#000', whiteColor: '#fff' });
  const languages = PUBLIC_LANGUAGES.map((one) => one.toUpperCase()).join(' ');
  return `<!doctype html>
<html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${E(`Foglio per il palo · ${place.name}`)}</title><meta name="robots" content="noindex"><link rel="icon" href="data:,"><link rel="stylesheet" href="${base}/c/-/foglio.css"></head><body>${MARK_SYMBOLS}<main><p class="comune"><b>${E(comune.name)}</b><br>${E(WORDS.signals)} meteo</p><h1>${E(place.name)}</h1><p class="asks">Che cosa dice adesso questo segnale?</p><div class="code"><div class="qr" role="img" aria-label="${E(`Codice QR di ${url}`)}">${code}</div><div><h2>Inquadra il codice</h2><p>Leggi il colore acceso, da quando, e che cosa fare. Senza app, senza registrarti.</p><p>Oppure scrivi<br><b>${E(url.replace(/^https?:\/\//, '')).replaceAll('/', '/<wbr>')}</b></p></div></div><ul>${meanings.join('')}</ul><p class="dark"><b>Lampade spente?</b> Non vuol dire nessuna allerta: guarda la pagina o chiama.</p><p class="call"><span>${E(WORDS.emergency)}: <b>112</b>${phone}</span><span>${languages}</span></p></main></body></html>
`;
}
