/** Follows no redirect by itself, and keeps the cookies of each server as a browser does. */
export function createCookieBrowser() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const send = async (url: string, form?: Record<string, string> | 'no body'): Promise<Response> => {
    const jar = jarOf(url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST' }),
      ...(typeof form === 'object' && { body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return {
    send,
    jarOf,
    /** The address to which that one leads, over all servers, until one of them answers anything else. */
    follow: async (
      url: string,
      form?: Record<string, string>,
    ): Promise<{ url: string; response: Response }> => {
      let [at, response] = [url, await send(url, form)];
      for (let hops = 0; hops < 12; hops += 1) {
        const location = response.headers.get('location');
        if (location === null) break;
        at = new URL(location, at).href;
        response = await send(at);
      }
      return { url: at, response };
    },
  };
}

export type CookieBrowser = ReturnType<typeof createCookieBrowser>;

/** Opens the session of a browser that came back; resolves to the answer of the console. */
export async function openOidcSession(
  browser: CookieBrowser,
  origin: string,
): Promise<{ status: number; body: { accessToken?: string; code?: string } }> {
  const response = await browser.send(`${origin}/api/oidc/session`, 'no body');
  return {
    status: response.status,
    body: (await response.json()) as { accessToken?: string; code?: string },
  };
}
