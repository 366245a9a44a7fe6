import { describe, expect, it } from 'vitest'
import { asRead } from './as-read.ts'

describe('a text of Markdown', () => {
  it.each([
    ['![pic.png](attachment:6b02ae611fd6) seen', 'pic.png seen'],
    ['[a&#91;1&#93;.log](attachment:6b02ae611fd6)', 'a[1].log'],
    ['see [the log](https://example.test/a?b=c "all of it") and [this](<a b>)', 'see the log and this'],
    ['[![built](badge.svg)](https://ci.example.test)', 'built'],
    ['an **internal compiler error**, **see [this](x)**', 'an internal compiler error, see this'],
    ['```rust\nfn main() {}\n```\nafter', 'fn main() {}\n\nafter'],
    ['~~~\n**kept** [a](b)\n~~~', '**kept** [a](b)\n'],
    ['```\nnever ended **a**', 'never ended **a**'],
    ['call `a[0](**b**)` now', 'call a[0](**b**) now'],
    ['2 ** 3 and f(**options) and a[0] (see b)', '2 ** 3 and f(**options) and a[0] (see b)'],
    ['', ''],
  ])('%j reads %j', (text, read) => {
    expect(asRead(text)).toBe(read)
  })

  // Quadratic work on such a length takes minutes.
  it.each(['~', '~~~ ', '`', '``` ', '```\n', '[', '![', '](', '[a](', '[a]( "', '**', '**a', '*', '&#', ' ', '\n'])(
    'of nothing but %j is read in moments',
    (piece) => {
      const text = `**x**\n${piece.repeat(500_000 / piece.length)}`
      expect(asRead(text).startsWith('x')).toBe(true)
      expect(asRead(`${text}\n`).startsWith('x')).toBe(true)
    },
  )
})
