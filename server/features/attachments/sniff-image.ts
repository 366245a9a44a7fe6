import type { Buffer } from 'node:buffer'

/** Number of bytes of a file's beginning that `sniffImage` needs. */
export const sniffedBytes = 64

const ascii = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to)

/** How the kinds of images begin that a browser may show. None of them can contain a script. */
const kinds: readonly { readonly mediaType: string; readonly isIt: (head: Buffer) => boolean }[] = [
  { mediaType: 'image/png', isIt: (head) => ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n' },
  { mediaType: 'image/jpeg', isIt: (head) => ascii(head, 0, 3) === '\xff\xd8\xff' },
  { mediaType: 'image/gif', isIt: (head) => /^GIF8[79]a/.test(ascii(head, 0, 6)) },
  { mediaType: 'image/webp', isIt: (head) => ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP' },
  { mediaType: 'image/avif', isIt: (head) => ascii(head, 4, 8) === 'ftyp' && brandsOf(head).some(isAvif) },
]

/** Returns the main brand, and those that the file is compatible with. */
function brandsOf(head: Buffer): string[] {
  const end = Math.min(head.length, head.readUInt32BE(0))
  const brands = [ascii(head, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(head, at, at + 4))
  return brands
}

const isAvif = (brand: string) => brand === 'avif' || brand === 'avis'

/** Detects an image by its first bytes. @returns the media type; undefined when it is no such image */
export function sniffImage(head: Buffer): string | undefined {
  return head.length < 12 ? undefined : kinds.find(({ isIt }) => isIt(head))?.mediaType
}
