/**
 * Strangers who try passwords. Each comes from another address with another username, so that no throttle stops them
 * and each attempt costs a full hash.
 */
export type Flood = { stop: () => Promise<{ attempts: number; hashed: number }> };

const UNAUTHORIZED = 401;

/**
 * Keeps `atOnce` log-ins under way until it is stopped. The server must trust this machine as a proxy. `hashed`
 * counts the attempts whose password the server checked.
 */
export function startLogInFlood(origin: string, atOnce: number): Flood {
  let stopped = false;
  let attempts = 0;
  let hashed = 0;
  const attempt = async () => {
    attempts += 1;
    const number = attempts;
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const response = await fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username: `ignoto${number}`, password: 'parola-sbagliata-1' }),
    });
    await response.arrayBuffer();
    if (response.status === UNAUTHORIZED) hashed += 1;
  };
  const floods = Array.from({ length: atOnce }, async () => {
    while (!stopped) await attempt();
  });
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(floods);
      return { attempts, hashed };
    },
  };
}
