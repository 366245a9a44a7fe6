/**
 * Gives each filled form its own key: the same texts sent again carry the same key, so a retry after a lost answer
 * can't report twice; changed texts are another report.
 */
export function idempotencyKeys(): (texts: Readonly<Record<string, string>>) => string {
  let sent = ''
  let key = ''
  return (texts) => {
    const content = JSON.stringify(texts)
    if (content !== sent || key === '') {
      sent = content
      key = randomUuid()
    }
    return key
  }
}

/** A version 4 UUID. `crypto.randomUUID` is missing where the page is served over plain http by name. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
