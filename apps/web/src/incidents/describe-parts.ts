import type { SystemRecord } from '@semaforo/contract/api/system';
import { describeDiskForecast } from '@semaforo/contract/domain/disk-forecast';
import { counted } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import type { Health } from '@semaforo/contract/domain/system-health';
import { formatDateTime, formatTimeOfDay } from '../platform/date-format.ts';
import type { IconName } from '../ui/icon.tsx';

/** A part of the system as the page says it. `since`: what the age at the end counts from. */
export type PartDescription = {
  name: string;
  icon: IconName;
  health: Health;
  word: string;
  sentence: string;
  since: string | null;
  /** What to do; null when there is nothing. */
  advice: string | null;
};

const isPoor = (health: Health) => health === 'bad' || health === 'warning';

/** The parts in the order of the page. */
export function describeParts(system: SystemRecord): PartDescription[] {
  return [
    describeBroker(system.broker),
    describeDatabase(system.database),
    describeBulletin(system.bulletin),
    describeBackup(system.backup),
    describeDisk(system.disk),
    describeTelegram(system.telegram),
    describeMail(system.mail),
    describeService(system),
  ];
}

/** The parts with which somebody has something to do. */
export function poorParts(parts: readonly PartDescription[]): PartDescription[] {
  return parts.filter(({ health }) => isPoor(health));
}

function describeBroker({ health, address, since, reason }: SystemRecord['broker']): PartDescription {
  return {
    ...{ name: 'Broker MQTT', icon: 'plug', health, since },
    word: health === 'ok' ? 'Connesso' : 'Non raggiungibile',
    sentence: [address ?? 'Nessun broker indicato', reason].filter((text) => text !== null).join(': '),
    advice:
      health === 'ok'
        ? null
        : 'Controllare che il broker sia acceso e raggiungibile dalla rete, poi indirizzo e credenziali in Gestisci, scheda MQTT. Le lampade restano come sono.',
  };
}

function describeDatabase({ health, engine, response_ms: ms }: SystemRecord['database']): PartDescription {
  const name = engine === 'sqlite' ? 'SQLite, nella cartella dati' : 'PostgreSQL';
  return {
    ...{ name: 'Base dati', icon: 'layers', health, since: null },
    word: { ok: 'In ordine', warning: 'Lenta', bad: 'Non scrive', unknown: 'Non noto', off: 'Non attiva' }[
      health
    ],
    sentence: ms === null ? `${name}, nessuna risposta a una scrittura.` : `${name}, risposta in ${ms} ms.`,
    advice: isPoor(health)
      ? 'Guardare lo spazio su disco e, con PostgreSQL, che il suo servizio sia attivo. Finché non scrive, i comandi sono rifiutati.'
      : null,
  };
}

function describeBulletin(bulletin: SystemRecord['bulletin']): PartDescription {
  const { health, reading, issued_at: issuedAt, next_try_at: nextTryAt, failure } = bulletin;
  const last = issuedAt === null ? 'Nessun bollettino ricevuto' : `Emesso il ${formatDateTime(issuedAt)}`;
  const next = nextTryAt === null ? '' : `; prossima lettura alle ${formatTimeOfDay(nextTryAt)}`;
  return {
    ...{ name: 'Bollettino', icon: 'document', health, since: issuedAt },
    word: {
      ok: 'Aggiornato',
      warning: failure === null ? 'Non aggiornato' : 'Lettura fallita',
      bad: 'Mancato',
      unknown: 'Non ancora letto',
      off: 'A mano',
    }[health],
    sentence: `${reading ? `${last}${next}` : `${last}; lettura dalla rete non attiva`}.`,
    advice: isPoor(health)
      ? `${failure === null ? 'La fonte non pubblica da oltre 30 ore' : failure}. Verificare la fonte (BULLETIN_URL); intanto il bollettino si carica a mano in Allerte.`
      : null,
  };
}

function describeBackup(backup: SystemRecord['backup']): PartDescription {
  const { health, scheduled, good_at: goodAt, failure } = backup;
  return {
    ...{ name: 'Copie di sicurezza', icon: 'download', health, since: goodAt },
    word: {
      ok: 'In ordine',
      warning: 'Non attive',
      bad: failure === null ? 'Non aggiornate' : 'Non riuscita',
      unknown: 'Nessuna ancora',
      off: 'Non attive',
    }[health],
    sentence: goodAt === null ? 'Nessuna copia riuscita.' : `Ultima riuscita: ${formatDateTime(goodAt)}.`,
    advice: !isPoor(health)
      ? null
      : scheduled
        ? `${failure ?? 'Manca da troppo tempo una copia riuscita'}. Controllare che la cartella delle copie esista, sia scrivibile e abbia spazio: il server riprova da sé.`
        : 'Nessuna copia automatica: indicare BACKUP_DIR e BACKUP_PASSPHRASE nelle impostazioni del server.',
  };
}

function describeDisk({
  health,
  free_bytes: free,
  total_bytes: total,
  full_in_days: days,
}: SystemRecord['disk']): PartDescription {
  const pace = days === null ? '' : ` Al ritmo degli ultimi giorni, ${describeDiskForecast(days)}.`;
  return {
    ...{ name: 'Disco', icon: 'layers', health, since: null },
    word: {
      ok: 'In ordine',
      warning: 'Poco spazio',
      bad: 'Quasi pieno',
      unknown: 'Non noto',
      off: 'Non noto',
    }[health],
    sentence:
      free === null || total === null
        ? 'Lo spazio della cartella dati non si è potuto leggere.'
        : `${gigabytes(free)} liberi su ${gigabytes(total)}.${pace}`,
    advice: isPoor(health)
      ? 'Liberare spazio: spostare le vecchie copie, o conservare meno con BACKUP_KEEP, HISTORY_DAYS e DEVICE_HISTORY_DAYS.'
      : null,
  };
}

function describeTelegram({ health, waiting }: SystemRecord['telegram']): PartDescription {
  return {
    ...{ name: 'Telegram', icon: 'megaphone', health, since: null },
    word: { ok: 'Attivo', warning: 'Lento', bad: 'Non funziona', unknown: 'Non noto', off: 'Non attivo' }[
      health
    ],
    sentence:
      health === 'off'
        ? 'Nessun bot indicato.'
        : waiting === null
          ? 'Quanti avvisi aspettano non si è potuto leggere.'
          : `Avvisi in attesa di partire: ${waiting.toLocaleString(LOCALE)}.`,
    advice: isPoor(health)
      ? 'Controllare che il server raggiunga Telegram e che il token (TELEGRAM_BOT_TOKEN) non sia usato da un altro programma. Gli avvisi aspettano.'
      : null,
  };
}

function describeMail({ health, waiting, failure }: SystemRecord['mail']): PartDescription {
  return {
    ...{ name: 'E-mail', icon: 'bell', health, since: null },
    word: { ok: 'Attiva', warning: 'Lenta', bad: 'Non parte', unknown: 'Non noto', off: 'Non attiva' }[
      health
    ],
    sentence:
      health === 'off'
        ? 'Nessun server di posta indicato.'
        : `E-mail in attesa di partire: ${waiting?.toLocaleString(LOCALE) ?? 'non noto'}.`,
    advice: isPoor(health)
      ? `Il server di posta risponde: ${failure ?? 'nulla'}. Controllare SMTP_URL e SMTP_FROM; si riprova per mezz’ora.`
      : null,
  };
}

function describeService({ service, version, started_at: startedAt }: SystemRecord): PartDescription {
  const { health, memory_bytes: memory, lag_ms: lag, under_way: underWay } = service;
  const queue =
    underWay === 0 ? 'coda dei comandi vuota' : counted(underWay, ['consegna in corso', 'consegne in corso']);
  return {
    ...{ name: 'Servizio', icon: 'pulse', health, since: startedAt },
    word: isPoor(health) ? 'In affanno' : 'In ordine',
    sentence: `Versione ${version}, ${Math.round(memory / 1e6)} MB, ${queue}.`,
    advice: isPoor(health)
      ? `Il server aspetta fino a ${lag} ms fra un lavoro e l’altro: il processore o il disco della macchina non bastano, o servono anche ad altro.`
      : null,
  };
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toLocaleString(LOCALE, { maximumFractionDigits: 1 })} GB`;
}
