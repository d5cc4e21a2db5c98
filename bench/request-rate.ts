import autocannon from 'autocannon';

const CONNECTIONS = 8;
const WARM_UP_S = 1;

/**
 * Answered requests per second over connections that stay open. Each connection asks again as soon as it has its
 * answer. Rejects when an answer is no success.
 */
export async function measureRate(
  url: string,
  { headers, forS }: { headers: Record<string, string>; forS: number },
): Promise<number> {
  await load(url, headers, WARM_UP_S);
  const { answered, tookS } = await load(url, headers, forS);
  return answered / tookS;
}

async function load(url: string, headers: Record<string, string>, duration: number) {
  const result = await autocannon({ url, headers, duration, connections: CONNECTIONS });
  const failed = result.errors + result.non2xx;
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed`);
  return { answered: result['2xx'], tookS: result.duration };
}
