import { counted } from '@semaforo/contract/domain/italian';

/** A file as the person chose it. `readAt` (epoch ms) tells one reading of it from the next. */
export type ChosenTable = { name: string; text: string; note: string; readAt: number };

/** Reads a table: UTF-8, or else what spreadsheets save as plain CSV in western Europe. */
export async function readTable(file: File): Promise<ChosenTable> {
  const bytes = await file.arrayBuffer();
  const { text, encoding } = decode(bytes);
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '').length;
  const head = text.slice(0, 1000);
  const separator = head.split(';').length > head.split(',').length ? ';' : ',';
  const note = `${counted(Math.max(0, lines - 1), ['riga', 'righe'])}, ${encoding}, separatore «${separator}»`;
  return { name: file.name, text, note, readAt: Date.now() };
}

function decode(bytes: ArrayBuffer): { text: string; encoding: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    // Any bytes are Windows-1252.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
