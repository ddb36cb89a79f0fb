/** The first match applies, because most browsers also name the browsers that they imitate. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstIn = (list: [RegExp, string][], agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1];

/** Describes a `User-Agent` header, for example as "Firefox on Linux". Programs are described by their own name. */
export function describeAgent(agent: string | null): string {
  const browser = firstIn(BROWSERS, agent ?? '');
  const system = firstIn(SYSTEMS, agent ?? '');
  if (browser) return system ? `${browser} on ${system}` : browser;
  const program = /^(?!Mozilla\b)[\w.-]{1,40}/.exec(agent ?? '')?.[0];
  return program ?? (system ? `Browser on ${system}` : 'Unknown browser');
}
