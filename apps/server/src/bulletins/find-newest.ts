/** The names of bulletins, such as `20260402_0016`. */
const NAME = /(?<!\d)(\d{4})(\d{2})(\d{2})_(\d{2})(\d{2})(?!\d)/g;
const DAY_MS = 86_400_000;

/**
 * The newest name of a bulletin on a page, whatever the page is; undefined for none. A name that is no time, or one of
 * the days to come, is none.
 */
export function newestName(page: string, now: number): string | undefined {
  let newest: string | undefined;
  for (const [name, year, month, day, hour, minute] of page.matchAll(NAME)) {
    // Names are in the order of their times.
    if (newest !== undefined && name <= newest) continue;
    const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
    if (time < now + DAY_MS) newest = name;
  }
  return newest;
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
  for (const link of linksTo(`${name}.json`, page))
    if (URL.canParse(link, url.href)) return new URL(link, url);
  return undefined;
}

/** Longer than any address; what stands before it in a page may be megabytes of one word. */
const LONGEST_LINK = 2000;
const NOT_IN_LINK = /["'\s<>()]/;

/** The texts of a page, without signs that an address never has, that end with a file's name. */
function* linksTo(file: string, page: string): Generator<string, void> {
  for (let at = page.indexOf(file); at >= 0; at = page.indexOf(file, at + file.length)) {
    let from = at;
    while (from > 0 && at - from < LONGEST_LINK && !NOT_IN_LINK.test(page.charAt(from - 1))) from -= 1;
    yield page.slice(from, at + file.length);
  }
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
