import { ALERT_WORDS } from '@semaforo/contract/domain/alert-words';
import { counted } from '@semaforo/contract/domain/italian';
import { COLOR_SIGNS, namesInWords, timeInWords } from '../alert-words.ts';
import type { ChannelPost } from './channel-level.ts';
import type { ChannelSignal } from './shown-by-signals.ts';

/**
 * What citizens read: the level in the words of the Italian alert system, since when (epoch ms), and where when it is
 * not the same everywhere.
 */
export function channelText(comune: string, post: ChannelPost, since: number): string {
  const { level, everywhere, unanswered, named, total } = post;
  const time = `dalle ${timeInWords(since)}`;
  const author = `Comune di ${comune}`;
  const signals = counted(named.length, ['semaforo', 'semafori']);
  if (unanswered) {
    const verb = named.length === 1 ? 'non risponde' : 'non rispondono';
    const words = level === 'spento' ? 'nessun livello' : ALERT_WORDS[level];
    return `⚠️ ${author}: ${time} ${signals} di ${total} ${verb}${namesOf(named)}. L’ultima indicazione resta ${words}`;
  }
  if (level === 'spento') {
    return `⚫ ${author}: ${time} i semafori sono spenti e non indicano più un livello di allerta`;
  }
  if (level === 'verde' && !everywhere) {
    const verb = named.length === 1 ? 'non lo conferma' : 'non lo confermano';
    return `⚪ ${author}: ${time} i semafori non indicano più un’allerta, ma ${signals} di ${total} ${verb}${namesOf(named)}`;
  }
  const words = `${COLOR_SIGNS[level]} ${author}: ${ALERT_WORDS[level]}`;
  return everywhere ? `${words} ${time}` : `${words} ${time} su ${signals} di ${total}${namesOf(named)}`;
}

function namesOf(signals: readonly ChannelSignal[]): string {
  const places = signals.flatMap(({ name }) => name ?? []);
  return places.length === 0 ? '' : `: ${namesInWords(places)}`;
}
