/** A browser, as far as its user agent tells. */
export interface Browser {
  /** Such as "Firefox on Windows"; a program that is not a browser has its own name. */
  readonly words: string
  readonly kind: 'computer' | 'phone' | 'program'
}

/** The first match counts, because most browsers also name the ones they descend from. */
const browsers: ReadonlyArray<[mark: RegExp, name: string]> = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS|\bChromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: ReadonlyArray<[mark: RegExp, name: string, kind: 'computer' | 'phone']> = [
  [/\biP(hone|od)\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'phone'],
  [/\bAndroid\b/, 'Android', 'phone'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
]

/** Parses the User-Agent header well enough for people to tell their own devices apart; versions are left out. */
export function browserOf(userAgent: string): Browser {
  const browser = browsers.find(([mark]) => mark.test(userAgent))?.[1]
  const system = systems.find(([mark]) => mark.test(userAgent))
  if (browser) return { words: system ? `${browser} on ${system[1]}` : browser, kind: system?.[2] ?? 'computer' }
  if (system) return { words: `Unknown browser on ${system[1]}`, kind: system[2] }
  const program = /^([a-z][\w.-]*)\//i.exec(userAgent)?.[1]
  return program ? { words: program, kind: 'program' } : { words: 'Unknown browser', kind: 'computer' }
}
