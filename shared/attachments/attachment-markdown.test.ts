import { xssPayloads } from '#testing/xss-corpus.ts'
import fc from 'fast-check'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, test } from 'vitest'
import { attachmentMarkdown } from './attachment-markdown.ts'

const _id = 'abcdef0123456789abcdef01'

interface Node {
  readonly type: string
  readonly value?: string
  readonly url?: string
  readonly alt?: string | null
  readonly children?: readonly Node[]
}

/** Returns the names that a reader of the text sees, of images and of files. */
function read(markdown: string): { images: string[]; files: string[] } {
  const [images, files]: [string[], string[]] = [[], []]
  const visit = (node: Node) => {
    if (node.type === 'image') images.push(`${node.alt} ${node.url}`)
    if (node.type === 'link') files.push(`${wordsOf(node)} ${node.url}`)
    node.children?.forEach(visit)
  }
  visit(unified().use(remarkParse).use(remarkGfm).parse(markdown) as Node)
  return { images, files }
}

const wordsOf = (node: Node): string => node.value ?? (node.children ?? []).map(wordsOf).join('')

describe('a reference to a file', () => {
  test('is an image or a link', () => {
    expect(attachmentMarkdown({ _id, name: 'shot.png', width: 3 })).toBe(`![shot.png](attachment:${_id})`)
    expect(attachmentMarkdown({ _id, name: 'my_log (2).txt' })).toBe(`[my_log (2).txt](attachment:${_id})`)
  })

  test('names nobody and refers to no bug', () => {
    const text = attachmentMarkdown({ _id, name: '@Ada Lovelace #0a1b2c3d.png' })
    expect(text).not.toMatch(/@|#[0-9a-f]{8}/)
    expect(read(text).files).toEqual([`@Ada Lovelace #0a1b2c3d.png attachment:${_id}`])
  })

  test.each([
    ...[
      '](javascript:alert(1))',
      '**bold**',
      '`code`',
      '<b>x</b>',
      '![x](y)',
      '_under_',
      'a & b &amp; c',
      '\\]',
      '~~x~~',
    ],
    ...xssPayloads.map((payload) => payload.replace(/\s+/g, ' ').trim().slice(0, 200)).filter(Boolean),
  ])('reads as the name %j', (name) => {
    expect(read(attachmentMarkdown({ _id, name }))).toEqual({ images: [], files: [`${name} attachment:${_id}`] })
    expect(read(attachmentMarkdown({ _id, name, width: 1 }))).toEqual({
      images: [`${name} attachment:${_id}`],
      files: [],
    })
  })

  test('reads as any name', () => {
    const characters = fc.string({
      unit: fc.constantFrom(...'ab1 \\`*_{}[]()<>#+-.!|~&@:;"\'/=') as never,
      minLength: 1,
    })
    fc.assert(
      fc.property(
        characters.map((name) => name.replace(/ +/g, ' ').trim()).filter((name) => name !== ''),
        (name) => {
          expect(read(attachmentMarkdown({ _id, name })).files).toEqual([`${name} attachment:${_id}`])
        },
      ),
      { numRuns: 500 },
    )
  })
})
