/** The names of bulletins, such as `20260402_0016`. */
const NAME = /(?<!\d)(\d{4})(\d{2})(\d{2})_(\d{2})(\d{2})(?!\d)/g;
const DAY_MS = 86_400_000;

/**
 * The newest name of a bulletin on a page, whatever the page is; undefined for none. A name that is no time, or one of
 * the days to come, is none.
 */
export function newestName(page: string, now: number): string | undefined {
  const names = new Set<string>();
  for (const [name, year, month, day, hour, minute] of page.matchAll(NAME)) {
    const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
    if (time < now + DAY_MS) names.add(name);
  }
  return [...names].sort().at(-1);
}

/**
 * Where the bulletin of that name is: by the template of the settings (with `{name}`), or where the page links to it;
 * undefined when neither says so.
 */
export function addressOfBulletin(
  name: string,
  { page, url, template }: { page: string; url: URL; template: string | undefined },
): URL | undefined {
  if (template !== undefined) return new URL(template.replaceAll('{name}', name));
  const links = page.match(new RegExp(`[^"'\\s<>()]*${name}\\.json`, 'g')) ?? [];
  const link = links.find((found) => URL.canParse(found, url.href));
  return link === undefined ? undefined : new URL(link, url);
}

/**
 * Where a document of a bulletin is. An address of older bulletins begins with `files/`: from the folder in which the
 * `files` of the bulletin's own address are.
 */
export function addressOfPart(written: string, bulletin: URL): URL | undefined {
  const folder = bulletin.pathname.lastIndexOf('/files/');
  const root =
    folder >= 0 && written.startsWith('files/')
      ? new URL(bulletin.pathname.slice(0, folder + 1), bulletin)
      : bulletin;
  return URL.canParse(written, root.href) ? new URL(written, root) : undefined;
}
