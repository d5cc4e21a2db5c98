import { counted } from '@semaforo/contract/domain/italian';
import { DEFAULT_ADVICE } from '@semaforo/contract/domain/public-page';
import { risks, timed } from './phrases.ts';

const segnali = (many: number) => counted(many, ['segnale', 'segnali']);

export const ITALIAN = {
  signals: 'Segnali di allerta',
  language: 'Lingua',
  colors: { verde: 'Verde', giallo: 'Giallo', arancio: 'Arancio', rosso: 'Rosso' },
  /** What a color of the Comune means. */
  means: {
    verde: 'Nessuna allerta',
    giallo: 'Allerta gialla in corso',
    arancio: 'Allerta arancione in corso',
    rosso: 'Allerta rossa in corso',
  },
  unknown: 'Non disponibile',
  unknownMeans: 'Non sappiamo che cosa mostrano i segnali',
  unknownIsNotSafe: 'Non vuol dire che non c’è allerta.',
  lookAtTheStreet: 'Guarda il segnale sulla strada e il bollettino qui sotto.',
  confirmed: (showing: number, total: number) => `Acceso e confermato su ${segnali(showing)} di ${total}`,
  from: (when: string) => timed(when, 'dalle ', 'da '),
  noNews: (when: string) => `Nessuna notizia ${timed(when, 'dalle ', 'da ')}.`,
  lastKnown: (color: string, when: string) => `Ultimo colore saputo: ${color}, ${timed(when, 'alle ', '')}.`,
  updated: (time: string) => `Aggiornato alle ${time}`,
  updatesItself: 'la pagina si aggiorna da sola',
  /** An open page that gets no answer any more. */
  cutOff: (time: string) =>
    `Collegamento interrotto: qui c’è ciò che si sapeva alle ${time}. Guarda il segnale sulla strada.`,
  closed: 'Chiuso, non entrare.',
  today: 'Oggi',
  tomorrow: 'Domani',
  whatToDo: 'Che cosa fare',
  advice: DEFAULT_ADVICE,
  emergency: 'Pericolo per la vita',
  civilProtection: 'Protezione civile',
  bulletin: 'Il bollettino',
  risks: risks('idrogeologico', 'temporali', 'idraulico'),
  source: (name: string, when: string, age: string) =>
    `Fonte: ${name}, ${timed(when, 'delle ', 'di ')} (${age}).`,
  age: (hours: number) => (hours < 1 ? 'meno di un’ora fa' : hours === 1 ? 'un’ora fa' : `${hours} ore fa`),
  forecast: 'Il bollettino è una previsione: il colore in alto è quello acceso sulla strada.',
  noBulletin: 'Nessun bollettino per questo Comune.',
  theSignals: (total: number) => (total === 1 ? 'Il segnale' : `I ${total} segnali`),
  unknownPlace:
    '«Non disponibile» vuol dire che non sappiamo che cosa mostra quel segnale. Non vuol dire che non c’è pericolo.',
  /** Of a place with a gauge. */
  water: (level: number, when: string) => `Acqua: ${level} cm, misurata ${timed(when, 'alle ', '')}`,
  waterUnknown: 'Acqua: non sappiamo quanta ce n’è adesso',
  /** All show verde, and no bulletin of today says that no warning is in force. */
  allVerde: 'Tutti i segnali sono verdi',
  /** Most show verde, and so many that color. */
  few: (color: string, many: number) => `${segnali(many)}: ${color}`,
  /** What the others show. */
  others: (many: number, list: string) => `${many === 1 ? 'L’altro' : `Gli altri ${many}`}: ${list}`,
  /** Where no script runs. */
  reload: 'Ricarica la pagina per l’ora esatta',
  map: 'Dove sono',
  mapNote: 'Il nord è in alto; i numeri sono quelli dell’elenco.',
  back: 'Tutti i segnali',
  sheet: 'Foglio A4 con il codice QR, per il palo',
  /** Beside it, by the risks of the bulletin that are giallo or more. */
  riskAdvice: risks(
    'Stai lontano dai pendii e dai versanti che possono franare.',
    'Con i fulmini stai al chiuso, lontano da alberi e pali.',
    'Stai lontano da argini, ponti e torrenti: l’acqua sale in pochi minuti.',
  ),
  notify: {
    ask: 'Avvisami su questo telefono',
    from: 'A partire da',
    on: 'Ti avvisiamo su questo telefono.',
    off: 'Non avvisarmi più',
    denied: 'Il browser non lo permette: cambia il permesso delle notifiche di questo sito.',
    failed: 'Non è riuscito: riprova.',
  },
  oldBulletin: 'Il bollettino ha più di 30 ore.',
  more: (many: number) => `e altri ${segnali(many)}`,
  changes: 'Ultimi cambi',
  changed: (color: string, showing: number, total: number) => `${color}, su ${segnali(showing)} di ${total}`,
  know: 'Sapere subito',
  channel: 'Canale Telegram del Comune',
  forSites: 'Per altri siti',
  foot: {
    accessibilityUrl: 'Dichiarazione di accessibilità',
    feedbackUrl: 'Segnala un problema di accessibilità',
    privacyUrl: 'Privacy',
  },
  footer:
    'Nessun cookie, nessun contenuto di altri siti. Questa pagina mostra soltanto lampade confermate dai segnali.',
};

/** The fixed words of the public page, in one language. */
export type PublicWords = typeof ITALIAN;
