/** The element with the server's facts; the development server leaves its placeholders unchanged. */
const carrier = globalThis.document?.getElementById('site') ?? null

/** Returns the operator's texts and links from the page, or undefined where it has none. */
export function embeddedSite(): unknown {
  const facts: unknown = JSON.parse(carrier?.textContent || 'null')
  return typeof facts === 'object' && facts !== null ? facts : undefined
}
