/** Thrown by `within` when the work takes too long. */
export class TooLateError extends Error {}

/** Waits for the work at most that long (ms). Rejects with a TooLateError after it; the work itself goes on. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLateError(`not done within ${Math.round(ms)} ms`)), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
