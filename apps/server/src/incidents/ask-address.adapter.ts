import { endAfter } from '../platform/end-after.ts';

const WITHIN_MS = 10_000;

/**
 * Asks an address of the settings within ten seconds; resolves to why it is not well, in Italian, or to null. A
 * redirection is not followed. The address may be as good as a password: it is in no reason.
 */
export async function askAddress(url: string, key?: string): Promise<string | null> {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  try {
    return await endAfter(WITHIN_MS, async (signal) => {
      const response = await fetch(url, { signal, headers, redirect: 'error' });
      await response.body?.cancel();
      return response.ok ? null : `risponde ${response.status}`;
    });
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    return `non risponde (${cause?.code ?? name})`;
  }
}
