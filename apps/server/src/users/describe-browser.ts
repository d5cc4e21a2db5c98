/** In this order: most browsers also claim to be some of those that follow. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

export type BrowserDescription = {
  device: 'computer' | 'phone' | 'program';
  /** Such as 'Firefox su Windows'; 'Programma' for what is no browser. */
  browser: string;
};

/** What a `User-Agent` header says, for people. It may be invented: it is a help, never a proof. */
export function describeBrowser(userAgent: string | null): BrowserDescription {
  const browser = firstOf(BROWSERS, userAgent);
  if (browser === undefined) return { device: 'program', browser: 'Programma' };
  const system = firstOf(SYSTEMS, userAgent);
  const device = /Mobile|Android|iPhone|iPad/.test(userAgent ?? '') ? 'phone' : 'computer';
  return { device, browser: system === undefined ? browser : `${browser} su ${system}` };
}

function firstOf(names: readonly [RegExp, string][], userAgent: string | null): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
}
