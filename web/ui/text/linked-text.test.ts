import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkedText } from './linked-text.ts'

const links = (text: string) => linkedText(text).flatMap((part) => part.href ?? [])

test('an address becomes a link and the rest stays text', () => {
  expect(linkedText('see https://a.example/x?y=1#z now')).toEqual([
    { text: 'see ' },
    { text: 'https://a.example/x?y=1#z', href: 'https://a.example/x?y=1#z' },
    { text: ' now' },
  ])
})

test('punctuation of the sentence is not part of the address', () => {
  expect(links('(https://a.example/b).')).toEqual(['https://a.example/b'])
  expect(links('[https://a.example/b]')).toEqual(['https://a.example/b'])
  expect(links('[here|https://a.example/b|smart-link]')).toEqual(['https://a.example/b'])
  expect(links('https://a.example/b_(c), then')).toEqual(['https://a.example/b_(c)'])
})

test('nothing but http and https is a link', () => {
  expect(links('javascript:alert(1) data:text/html,x ftp://a.example http:// https://')).toEqual([])
})

test('the parts together are the text', () => {
  const pieces = fc.constantFrom('http://', 'https://a.b', '/x(', ')', ']', '|', '.', ' ', '\n', 'ä', '😀', '<', '"')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (some) => {
      const text = some.join('')
      expect(
        linkedText(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test('an endless address is text', () => {
  const endless = `https://a.example/${'.)'.repeat(20_000)}`
  expect(linkedText(`${endless} https://b.example`)).toEqual([
    { text: `${endless} ` },
    { text: 'https://b.example', href: 'https://b.example' },
  ])
})
