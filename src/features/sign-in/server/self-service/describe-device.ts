type NamedPatterns = readonly (readonly [name: string, pattern: RegExp])[]

/** In the order of detection: most browsers also name the browsers that they resemble. */
const browsers: NamedPatterns = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]

const systems: NamedPatterns = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

const findName = (names: NamedPatterns, userAgent: string) =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0]

/** Names the browser and the system of a `User-Agent` header: "Chrome on Windows"; null if neither is known. */
export function describeDevice(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const found = [findName(browsers, userAgent), findName(systems, userAgent)]
  return found.filter((name) => name !== undefined).join(' on ') || null
}
