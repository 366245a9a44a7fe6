import { existsSync } from 'node:fs'

/** The one without a window takes three quarters of the time. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Returns the browser to test with: the one that `CHROMIUM` names, or Debian's; undefined where there is none. */
export function chromiumPath(): string | undefined {
  return [process.env['CHROMIUM'], ...places].find((path) => path !== undefined && existsSync(path))
}

/** As `chromiumPath`. @throws Error that says what to do where there is none */
export function requireChromium(): string {
  const path = chromiumPath()
  if (path === undefined)
    throw new Error('There is no Chromium: install it (apt install chromium), or set CHROMIUM to one.')
  return path
}

/** Keeps Chromium quiet on a closed network, and lets root start it. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
