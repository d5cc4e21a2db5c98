import { ALERT_WORDS, COLOUR_SIGNS, counted, namesInWords, timeInWords } from '../alert-words.ts';
import type { ChannelReading } from './channel-level.ts';

/**
 * What citizens read: the level in the words of the Italian alert system, since when (epoch ms) and, when it is not
 * the same everywhere, where.
 */
export function channelText(comune: string, reading: ChannelReading, since: number): string {
  const { level, everywhere, showing, total } = reading;
  const time = `dalle ${timeInWords(since)}`;
  const name = `Comune di ${comune}`;
  if (level === 'spento') {
    return `⚫ ${name}: ${time} i semafori sono spenti e non indicano più un livello di allerta`;
  }
  const words = `${COLOUR_SIGNS[level]} ${name}: ${ALERT_WORDS[level]}`;
  if (everywhere) return `${words} ${time}`;
  const places = showing.flatMap(({ place }) => place ?? []);
  const where = places.length === 0 ? '' : `: ${namesInWords(places)}`;
  return `${words} ${time} su ${counted(showing.length, ['semaforo', 'semafori'])} di ${total}${where}`;
}
