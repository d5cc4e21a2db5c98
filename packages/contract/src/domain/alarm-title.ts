import { type AlarmKind, DUTY_ALARM } from './alarm-rules.ts';
import { counted } from './italian.ts';

/** What is wrong, after the name of one device and after the number of several; of the system one sentence. */
const WORDS: Readonly<Record<AlarmKind, readonly [one: string, many: string]>> = {
  'più lampade': ['più lampade accese', 'con più lampade accese'],
  'non tiene': [
    'non tiene l’allerta: riaccesa tre volte, mostra altro',
    'non tengono l’allerta: riaccesi tre volte, mostrano altro',
  ],
  diverso: ['mostra altro da ciò che è stato chiesto', 'mostrano altro da ciò che è stato chiesto'],
  muto: ['non conferma i comandi', 'non confermano i comandi'],
  'non in linea': ['dispositivo non in linea', 'non in linea'],
  silenzioso: ['non si fa sentire', 'non si fanno sentire'],
  'alimentazione bassa': ['alimentazione bassa', 'con alimentazione bassa'],
  caldo: ['temperatura alta', 'con temperatura alta'],
  riavvii: ['si riavvia di continuo', 'si riavviano di continuo'],
  'lampada spenta': ['relè chiuso, lampada spenta', 'con una lampada spenta a relè chiuso'],
  'accesa senza comando': ['una lampada accesa senza comando', 'con una lampada accesa senza comando'],
  'lampada debole': ['una lampada debole', 'con una lampada debole'],
  'acqua alta': ['acqua sopra la soglia', 'con acqua sopra la soglia'],
  'sensore muto': ['sensore muto: non sappiamo quanta acqua c’è', 'con il sensore muto'],
  'misura sospetta': ['misura non credibile', 'con una misura non credibile'],
  broker: ['Broker non raggiungibile', ''],
  'base dati': ['La base di dati non va', ''],
  disco: ['Spazio su disco in esaurimento', ''],
  bot: ['Il bot Telegram non funziona', ''],
  bollettino: ['Bollettino non aggiornato', ''],
  copia: ['Copia di sicurezza mancata', ''],
  'altra installazione': ['L’altra installazione non sta bene, o non risponde, da 3 minuti', ''],
  'registro esterno': ['Il registro delle azioni non arriva al raccoglitore', ''],
  'canale non provato': ['canale non provato da 7 giorni', 'non provati da 7 giorni'],
};

/** What is wrong with one device, after its name; of the system one sentence. */
export function alarmWords(kind: AlarmKind): string {
  return WORDS[kind][0];
}

/** 'Lungofiume: più lampade accese', '3 dispositivi non in linea', 'Broker non raggiungibile'. */
export function alarmTitle(kind: AlarmKind, names: readonly string[], count = names.length): string {
  const [one, many] = WORDS[kind];
  const [name] = names;
  if (many === '' || name === undefined) return one;
  const counts =
    kind === DUTY_ALARM ? (['canale', 'canali'] as const) : (['dispositivo', 'dispositivi'] as const);
  return count === 1 ? `${name}: ${one}` : `${counted(count, counts)} ${many}`;
}
