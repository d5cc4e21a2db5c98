import { ALERT_WORDS } from '@semaforo/contract/domain/alert-words';
import { counted } from '@semaforo/contract/domain/italian';
import { COLOR_SIGNS, namesInWords, timeInWords } from '../alert-words.ts';
import type { ChannelReading } from './channel-level.ts';

/**
 * What citizens read: the level in the words of the Italian alert system, since when (epoch ms), and where when it is
 * not the same everywhere.
 */
export function channelText(comune: string, reading: ChannelReading, since: number): string {
  const { level, everywhere, showing, total } = reading;
  const time = `dalle ${timeInWords(since)}`;
  const author = `Comune di ${comune}`;
  if (level === 'spento') {
    return `⚫ ${author}: ${time} i semafori sono spenti e non indicano più un livello di allerta`;
  }
  const words = `${COLOR_SIGNS[level]} ${author}: ${ALERT_WORDS[level]}`;
  if (everywhere) return `${words} ${time}`;
  const places = showing.flatMap(({ name }) => name ?? []);
  const where = places.length === 0 ? '' : `: ${namesInWords(places)}`;
  return `${words} ${time} su ${counted(showing.length, ['semaforo', 'semafori'])} di ${total}${where}`;
}
