import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName } from './clean-name.ts'

test.each([
  ['shot.png', 'shot.png'],
  ['/etc/passwd', 'passwd'],
  ['../../x.sh', 'x.sh'],
  ['C:\\Users\\ada\\log.txt', 'log.txt'],
  ['folder/', 'folder'],
  ['..', 'file'],
  ['.', 'file'],
  ['/', 'file'],
  ['\u0000\n', 'file'],
  ['a\r\nSet-Cookie: x', 'aSet-Cookie: x'],
  ['in\u202egpj.exe', 'ingpj.exe'],
  ['.env', '.env'],
  [' spaced out .txt ', 'spaced out .txt'],
  ['Bericht für März 🦋.pdf', 'Bericht für März 🦋.pdf'],
  ['"quoted"; x.txt', '"quoted"; x.txt'],
])('%j is kept as %j', (given, kept) => expect(cleanName(given)).toBe(kept))

test('a long name keeps its end', () => {
  expect(cleanName(`${'x'.repeat(400)}.tar.gz`)).toBe(`${'x'.repeat(252)}.gz`)
  expect(cleanName('x'.repeat(400))).toBe('x'.repeat(255))
  expect(cleanName(`${'🦋'.repeat(200)}.png`).isWellFormed()).toBe(true)
})

test('no name leads to a folder, says nothing, or is too long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = cleanName(given)
      expect(name).toMatch(/^[^/\\\p{Cc}]{1,255}$/u)
      expect(name.trim()).not.toBe('')
    }),
  )
})
