/**
 * Returns origins of other sites' pages, including ones that resemble the product's own.
 * @param own the product's origin; its port is not its protocol's usual one, which browsers leave out
 */
export function foreignOrigins(own: string): string[] {
  const { protocol, hostname, port } = new URL(own)
  if (port === '') throw new Error(`'${own}' has no port of its own.`)
  const otherProtocol = protocol === 'http:' ? 'https:' : 'http:'
  return [
    'https://evil.example',
    'null',
    '',
    `${own}.evil.example`,
    `${own}@evil.example`,
    `${protocol}//evil.${hostname}:${port}`,
    `${otherProtocol}//${hostname}:${port}`,
    `${protocol}//${hostname}:1`,
  ]
}
