/** How much text is parsed at a time (UTF-16 units): some 10 ms of work, after which the page gets its turn. */
const PIECE_LENGTH = 512 * 1024;
/**
 * Reads a body that is a JSON list of flat objects (none within another) as it arrives, piece by piece: one of 20 MB parsed whole would stop
 * the page for a good part of a second. Throws a SyntaxError when it is no JSON.
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

/** Where the last object but one ends, if there are two. A quote inside a text is escaped, and one that ends a text is followed by no letter: `},{"a` never stands in a text. */
function lastBoundary(text: string): number | undefined {
  let found = text.lastIndexOf('},{"');
  while (found > 0 && !/[A-Za-z_]/.test(text.charAt(found + 4))) found = text.lastIndexOf('},{"', found - 1);
  return found > 0 ? found : undefined;
}

/** Lets the page do what waits. By a message: timers are slow in a page that is not in sight. */
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
