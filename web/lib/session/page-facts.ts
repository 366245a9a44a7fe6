/** What the server wrote into the page; the development server leaves the placeholders as they are. */
const carrier = globalThis.document?.getElementById('site') ?? null

/** The nonce that this page's own styles must carry; empty where the page has none. */
export function styleNonce(): string {
  const nonce = carrier?.nonce ?? ''
  return nonce === '__CSP_NONCE__' ? '' : nonce
}

/** The operator's texts and links as the page brought them, or undefined where it brought none. */
export function embeddedSite(): unknown {
  const facts: unknown = JSON.parse(carrier?.textContent || 'null')
  return typeof facts === 'object' && facts !== null ? facts : undefined
}
