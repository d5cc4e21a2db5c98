const CONNECTIONS = 8;
const WARM_UP_MS = 500;

/** Answered requests per second, over connections kept open, each asking again as soon as it is answered. Throws on an answer that is no success. */
export async function measureRate(
  url: string,
  options: { headers: Record<string, string>; forMs: number },
): Promise<number> {
  await load(url, options.headers, WARM_UP_MS);
  const startedAt = performance.now();
  const answered = await load(url, options.headers, options.forMs);
  return (answered / (performance.now() - startedAt)) * 1000;
}

async function load(url: string, headers: Record<string, string>, forMs: number): Promise<number> {
  const until = performance.now() + forMs;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      let answered = 0;
      for (; performance.now() < until; answered += 1) {
        const response = await fetch(url, { headers });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      }
      return answered;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
