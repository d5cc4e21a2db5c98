import { nextTask } from '../platform/next-task.ts';

/** How much text is parsed at a time (UTF-16 units): about 10 ms of work, after which the page can react. */
const PIECE_LENGTH = 512 * 1024;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const OPEN_LIST = '['.charCodeAt(0);
const OPEN_OBJECT = '{'.charCodeAt(0);
const CLOSE_LIST = ']'.charCodeAt(0);
const CLOSE_OBJECT = '}'.charCodeAt(0);

/**
 * Reads a body that is a JSON list while it arrives, piece by piece, each ending with a whole element. Parsing 50 MB at
 * once would block the page for more than a second. Throws a SyntaxError when the body is not JSON.
 */
export async function readList<Row>(response: Response): Promise<Row[]> {
  const rows: Row[] = [];
  let text = '';
  const take = (json: string) => {
    for (const row of JSON.parse(json) as Row[]) rows.push(row);
  };
  for await (const part of textOf(response)) {
    text += part;
    if (text.length < PIECE_LENGTH) continue;
    const comma = lastCommaBetweenElements(text);
    if (comma === undefined) continue;
    take(`${text.slice(0, comma)}]`);
    text = `[${text.slice(comma + 1)}`;
    await nextTask();
  }
  take(text);
  return rows;
}

async function* textOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    yield decoder.decode(read.value, { stream: true });
  }
  yield decoder.decode();
}

/** The last comma of the list itself: not one within an element or a text. */
function lastCommaBetweenElements(json: string): number | undefined {
  let last: number | undefined;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === COMMA && depth === 1) last = at;
    else if (sign === OPEN_OBJECT || sign === OPEN_LIST) depth += 1;
    else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) depth -= 1;
  }
  return last;
}

/** Where the text ends that begins there: at its closing quote, or with the JSON when that comes first. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
