/** How much text is parsed at a time (UTF-16 units): about 10 ms of work, after which the page can react. */
const PIECE_LENGTH = 512 * 1024;
/**
 * Reads a body that is a JSON list of flat objects while it arrives, piece by piece. Parsing 20 MB at once would block
 * the page for almost a second. Throws a SyntaxError when the body is not JSON.
 */
export async function readFlatList<Row>(response: Response): Promise<Row[]> {
  const rows: Row[] = [];
  let text = '';
  const take = (json: string) => {
    for (const row of JSON.parse(json) as Row[]) rows.push(row);
  };
  for await (const part of textOf(response)) {
    text += part;
    if (text.length < PIECE_LENGTH) continue;
    const end = lastBoundary(text);
    if (end === undefined) continue;
    take(`${text.slice(0, end + 1)}]`);
    text = `[${text.slice(end + 2)}`;
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

/**
 * The end of the last object but one, if there are two. A quote inside a text is escaped and no letter follows the one
 * that ends a text, so `},{"a` never occurs inside a text.
 */
function lastBoundary(text: string): number | undefined {
  let found = text.lastIndexOf('},{"');
  while (found > 0 && !/[A-Za-z_]/.test(text.charAt(found + 4))) found = text.lastIndexOf('},{"', found - 1);
  return found > 0 ? found : undefined;
}

/** Lets the browser run its waiting tasks. It uses a message because timers are slow in a hidden tab. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
