import { type AlertFacts, alertCondition, wasDone } from '@semaforo/contract/domain/alert-rules';
import { ALERT_WORDS } from '@semaforo/contract/domain/alert-words';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { maySee } from '../../platform/actor.ts';
import { COLOR_SIGNS, formatTime } from '../alert-words.ts';
import type { NoticeDeps } from './notice-needs.ts';
import { noticesFor } from './notice-readers.ts';

/** An alert as it is notified. */
export type NotifiedAlert = AlertFacts & {
  id: number;
  ownerId: number | null;
  ownedByAdmin: boolean;
  color: SignalColor;
  from: number;
  reason: string;
  drill: boolean;
  author: string | null;
  /** The newest beginning: one that is tried again is told again. */
  beginId: number | null;
};

/** What a bulletin says to a Comune that wants no proposals. */
export type NotifiedForecast = {
  ownerId: number;
  zone: string;
  name: string;
  day: string;
  color: SignalColor;
};

/** The newest bulletin, which is too old; `issuedAt` is epoch ms. */
export type OldBulletin = { id: number; name: string; issuedAt: number };

/** Notifies the chats of an alert's owner, and of admins, of what became of it; once for each thing that did. */
export function createAlertNotices(options: Pick<NoticeDeps, 'linkedChats' | 'outbox' | 'clock'>) {
  const tell = async (ownerId: number | null, key: string, text: string) => {
    const notices = await noticesFor(options.linkedChats, key, (reader) =>
      maySee(reader, ownerId) ? text : undefined,
    );
    await options.outbox.put(notices);
  };
  return {
    changed: async (alert: NotifiedAlert) => {
      const news = newsOf(alert, options.clock.now());
      if (news) await tell(alert.ownerId, `alert:${alert.id}:${news.key}`, textOf(alert, news.what));
    },
    /** It concerns everybody: no Comune is proposed anything. */
    stale: async ({ id, name, issuedAt }: OldBulletin) => {
      const text =
        `🕓 Bollettino non aggiornato: «${name}» è delle ${formatTime(issuedAt)}, più di 30 ore fa. ` +
        'Nessuna lampada cambia e nulla viene proposto: il livello va letto alla fonte.';
      await options.outbox.put(await noticesFor(options.linkedChats, `stale:${id}`, () => text));
    },
    forecast: ({ ownerId, zone, name, day, color }: NotifiedForecast) =>
      tell(
        ownerId,
        `forecast:${ownerId}:${zone}:${day}:${color}`,
        `${COLOR_SIGNS[color]} Il bollettino prevede ${ALERT_WORDS[color]} per il ${formatDay(day)}, zona ${name}. ` +
          'Nessuna allerta è stata proposta.',
      ),
  };
}

function newsOf(alert: NotifiedAlert, now: number): { key: string; what: string } | undefined {
  const { state, awaits } = alertCondition(alert, now);
  const until = formatTime(alert.to);
  if (awaits === 'inizio') {
    return {
      key: `missed:${alert.beginId}`,
      what: 'non è iniziata in tempo: va confermata di nuovo nella console',
    };
  }
  if (awaits === 'fine') {
    return {
      key: 'end-awaited',
      what: 'ha finito il suo tempo ed è ancora accesa: la fine va confermata nella console',
    };
  }
  if (awaits === 'seconda persona') {
    const asked = `chiesta da ${alert.author} dal ${spanOf(alert)}`;
    return { key: 'asked', what: `${asked}. Serve una seconda persona, che la confermi nella console` };
  }
  if (state === 'proposta') {
    return { key: 'proposed', what: `proposta dal ${spanOf(alert)}. Va confermata nella console` };
  }
  if (state === 'confermata' && alert.author === null) {
    return { key: 'raised', what: `inizierà da sola, dal ${spanOf(alert)}. La fine andrà confermata` };
  }
  if (state === 'in corso') return { key: `begun:${alert.beginId}`, what: `iniziata, fino alle ${until}` };
  if (!wasDone(alert.begin)) return undefined;
  if (state === 'conclusa') return { key: 'ended', what: 'conclusa' };
  return state === 'revocata' ? { key: 'ended', what: 'revocata' } : undefined;
}

/** An exercise says so first, in words that are never those of a real alert. */
function textOf({ color, reason, drill, author, decision }: NotifiedAlert, what: string): string {
  // One that waits for a second person has an author, and nobody has confirmed it.
  const by = author === null || decision === 'proposta' ? '' : ` Confermata da ${author}.`;
  if (drill) {
    return `🧪 PROVA, ESERCITAZIONE. Simulazione di ${ALERT_WORDS[color]} ${what}.${by} Non è un’allerta vera. Motivo: ${reason}`;
  }
  const name = ALERT_WORDS[color];
  return `${COLOR_SIGNS[color]} ${name.charAt(0).toUpperCase()}${name.slice(1)} ${what}.${by} Motivo: ${reason}`;
}

function spanOf({ from, to }: NotifiedAlert): string {
  return `${formatTime(from)} alle ${formatTime(to)}`;
}

function formatDay(day: string): string {
  return day.split('-').reverse().join('/');
}
