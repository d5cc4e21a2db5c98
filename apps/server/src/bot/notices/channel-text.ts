import { ALERT_WORDS } from '@semaforo/contract/domain/alert-words';
import { confirmedStatusOf } from '@semaforo/contract/domain/condition';
import { counted } from '@semaforo/contract/domain/italian';
import { COLOR_SIGNS, formatNames, formatTime } from '../alert-words.ts';
import type { ChannelPost } from './channel-level.ts';
import type { ChannelSignal } from './shown-by-signals.ts';

/**
 * What citizens read: the level in the words of the Italian alert system, since when (epoch ms), and where when it is
 * not the same everywhere.
 */
export function channelText(comune: string, post: ChannelPost, since: number): string {
  const { level, everywhere, unanswered, named, total } = post;
  const time = `dalle ${formatTime(since)}`;
  const author = `Comune di ${comune}`;
  const signals = counted(named.length, ['semaforo', 'semafori']);
  if (level === 'spento') {
    return `⚫ ${author}: ${time} i semafori sono spenti e non indicano più un livello di allerta`;
  }
  if (unanswered) {
    const what = `${signals} di ${total} ${unansweredVerb(named)}${namesOf(named)}`;
    return `⚠️ ${author}: ${time} ${what}. L’ultima indicazione resta ${ALERT_WORDS[level]}`;
  }
  if (level === 'verde' && !everywhere) {
    const verb = named.length === 1 ? 'non lo conferma' : 'non lo confermano';
    return `⚪ ${author}: ${time} i semafori non indicano più un’allerta, ma ${signals} di ${total} ${verb}${namesOf(named)}`;
  }
  const words = `${COLOR_SIGNS[level]} ${author}: ${ALERT_WORDS[level]}`;
  return everywhere ? `${words} ${time}` : `${words} ${time} su ${signals} di ${total}${namesOf(named)}`;
}

/** Of signals that hold a level: one that answers shows something else, against what is desired, or is about to. */
function unansweredVerb(signals: readonly ChannelSignal[]): string {
  const isOne = signals.length === 1;
  if (signals.every((signal) => confirmedStatusOf(signal) === null)) {
    return isOne ? 'non risponde' : 'non rispondono';
  }
  return isOne ? 'non conferma più il livello' : 'non confermano più il livello';
}

function namesOf(signals: readonly ChannelSignal[]): string {
  const places = signals.flatMap(({ name }) => name ?? []);
  return places.length === 0 ? '' : `: ${formatNames(places)}`;
}
