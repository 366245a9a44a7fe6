import { expect, test } from 'vitest'
import { splitDescription } from './split-description.ts'

const tidy = (text: string) => text.split(/\s+/).filter(Boolean).join(' ')

function split(...lines: string[]) {
  const { prose, code } = splitDescription(lines.join('\n'))
  return { prose: tidy(prose), code: tidy(code) }
}

test('fenced, tagged and indented lines are code', () => {
  const wanted = { prose: 'before after', code: 'inside' }
  expect(split('before', '```ts', 'inside', '```', 'after')).toMatchObject({ code: 'inside' })
  expect(split('before', '{code:java}', 'inside', '{code}', 'after')).toEqual(wanted)
  expect(split('before', '{noformat}', 'inside', '{noformat}', 'after')).toEqual(wanted)
  expect(split('before', '<pre>', 'inside', '</pre>', 'after')).toEqual(wanted)
  expect(split('before', '    inside', 'after')).toEqual(wanted)
  expect(split('before', '{code}inside{code}', 'after')).toEqual(wanted)
})

test('stack frames are code wherever they stand', () => {
  expect(split('It fails', 'at app.Main.run(Main.java:3)', 'Caused by: java.io.IOException').prose).toBe('It fails')
})

test('a fence that is never closed goes to the end', () => {
  expect(split('before', '```', 'a', 'b')).toEqual({ prose: 'before', code: 'a b' })
})
