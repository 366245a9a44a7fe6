import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeSearch } from './complete-search.ts'
import { parseSearch } from './parse-search.ts'
import type { SearchNode } from './search-query.ts'
import { wordsOf } from './words.ts'

/** A text made short: `a b* "c d" -(e) {is:open} (f|g)`; a mistake as `!` and where. */
function said(text: string): string {
  const parsed = parseSearch(text)
  if (!parsed.ok) return `! ${text.slice(parsed.mistake.from, parsed.mistake.to)}`
  const sort = parsed.sort ? ` sort ${parsed.sort.by}${parsed.sort.inverted ? ' inverted' : ''}` : ''
  return (parsed.root ? shown(parsed.root) : '') + sort
}

function shown(node: SearchNode): string {
  switch (node.kind) {
    case 'word':
      return node.word + (node.isPrefix ? '*' : '')
    case 'phrase':
      return `"${node.words.join(' ')}"`
    case 'term':
      return `{${node.name}:${node.value}}`
    case 'not':
      return `-(${shown(node.of)})`
    case 'and':
      return node.parts.map(shown).join(' ')
    default:
      return `(${node.parts.map(shown).join('|')})`
  }
}

function nodesOf(node: SearchNode): SearchNode[] {
  const inner = node.kind === 'not' ? [node.of] : node.kind === 'and' || node.kind === 'or' ? node.parts : []
  return [node, ...inner.flatMap(nodesOf)]
}

describe('a search', () => {
  it.each([
    ['lamp moth', 'lamp moth*'],
    ['lamp moth.', 'lamp moth*'],
    ['lamp is:open', 'lamp {is:open}'],
    ['is:open lamp', '{is:open} lamp*'],
    ['-lamp "the moth" -"at dusk"', '-(lamp) "the moth" -("at dusk")'],
    ['“the moth”', '"the moth"'],
    ['(lamp OR -moth wing) dusk', '(lamp|-(moth) wing) dusk*'],
    ['-(lamp moth)', '-(lamp moth)'],
    ['(a OR (b OR c))', '(a|(b|c))'],
    ['status:"in progress" STATUS:in-progress', '{status:in progress} {status:in progress}'],
    ['assignee:NOBODY', '{assignee:none}'],
    ['assignee:@ME author:"Ada Lamport" assignee:none', '{assignee:@me} {author:Ada Lamport} {assignee:none}'],
    ['created:>7d closed:2026-01-01..2026-01-31', '{created:>7d} {closed:2026-01-01..2026-01-31}'],
    ['lamp sort:title-desc', 'lamp sort title inverted'],
    ['sort:created-asc', ' sort createdOn inverted'],
    ['sort:relevance-desc sort:steps', ' sort stepsToReproduce'],
    ['!!', '()'],
    ['   ', ''],
  ])('reads %j', (text, meant) => {
    expect(said(text)).toBe(meant)
  })

  it.each([
    ['std::vec main() C++ 5" tall', 'std vec main c 5 tall*'],
    ['foo: bar:baz http://a.b/c?d=e', 'foo bar baz http a b c d e*'],
    ['is: open', 'is open*'],
    ['class::Foo a OR b', 'class foo a or b*'],
    ['lamp (moth', 'lamp moth*'],
    ['lamp) " moth', 'lamp moth*'],
    ['--verbose - x', 'verbose x*'],
  ])('leaves %j as the words that it is', (text, meant) => {
    expect(said(text)).toBe(meant)
  })

  it('says which names before a colon mean nothing', () => {
    const unknown = (text: string) => {
      const parsed = parseSearch(text)
      return parsed.ok && parsed.unknownTerms
    }
    expect(unknown('foo:bar lamp -reporter:ada (foo:x OR Labels:y)')).toEqual(['foo', 'reporter', 'Labels'])
    expect(unknown('is:open foo: std::vec http://a.b 12:30 a.b:c "foo:bar"')).toEqual([])
  })

  it.each([
    ['is:gone', '! is:gone'],
    ['lamp (moth OR is:gone)', '! is:gone'],
    ['created:7d', '! created:7d'],
    ['created:2026-02-30', '! created:2026-02-30'],
    ['created:2026-02-03..2026-02-01', '! created:2026-02-03..2026-02-01'],
    ['duplicate-of:123', '! duplicate-of:123'],
    ['parent:BUG-0', '! parent:BUG-0'],
    ['author:!!', '! author:!!'],
    ['lamp "moth', '! "moth'],
    ['lamp (moth OR wing', '! (moth OR wing'],
    ['(OR lamp)', '! OR'],
    ['(lamp OR !!)', '! OR'],
    ['-sort:title', '! -sort:title'],
    ['sort:field.', '! sort:field.'],
    ['sort:field.Cost!', '! sort:field.Cost!'],
  ])('can’t mean %j', (text, where) => {
    expect(said(text)).toBe(where)
    const parsed = parseSearch(text)
    expect(!parsed.ok && parsed.mistake.message).toMatch(/\w.*\.$/)
  })

  const pieces = fc.constantFrom(
    ...[
      '"',
      '(',
      ')',
      '-',
      ' ',
      'OR',
      'is:open',
      'is:',
      'status:"',
      'lamp',
      'é',
      '½',
      '㎏',
      '\u0301',
      ':',
      '>7d',
      'sort:x',
      'sort:title',
      'field.a:',
      'field.a:"x y"',
    ],
  )
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((parts) => parts.join('')),
  )

  it('never fails, and says where in the text everything stands', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (text, place) => {
        const parsed = parseSearch(text)
        const spans = parsed.ok ? [...(parsed.root ? nodesOf(parsed.root) : []), ...parsed.sorts] : [parsed.mistake]
        for (const { from, to } of spans) expect(0 <= from && from <= to && to <= text.length).toBe(true)
        const caret = place % (text.length + 1)
        const completion = completeSearch(text, caret)
        if (completion)
          expect(completion.from <= caret && caret <= completion.to && completion.to <= text.length).toBe(true)
      }),
      { numRuns: 2000 },
    )
    expect(parseSearch('('.repeat(100_000)).ok).toBe(true)
  })

  it('of plain words is these words and no others, the last one a beginning', () => {
    const plain = fc
      .array(fc.oneof(fc.string({ unit: 'grapheme' }), pieces))
      .map((parts) => parts.join(' ').replaceAll(/["“”„():-]/g, '+'))
    fc.assert(
      fc.property(plain, (text) => {
        const parsed = parseSearch(text)
        const root = parsed.ok ? parsed.root : undefined
        const words = root ? nodesOf(root).flatMap((node) => (node.kind === 'word' ? [node] : [])) : []
        expect(words.map(({ word }) => word)).toEqual(wordsOf(text))
        expect(words.map(({ isPrefix }) => isPrefix)).toEqual(words.map((_, n) => n === words.length - 1))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('completing', () => {
  const texts = (text: string) => completeSearch(text, text.length)?.options.map((option) => option.text)

  it('offers names, then values', () => {
    expect(texts('lamp cl')).toEqual(['class:', 'closed:'])
    expect(texts('lamp is:')).toEqual([
      'is:open',
      'is:closed',
      'is:blocked',
      'is:followed',
      'is:snoozed',
      'is:unanswered',
      'is:private',
      'is:waiting',
    ])
    expect(texts('-(status:in')).toEqual(['status:"in progress"'])
    expect(texts('')).toContain('assignee:')
    expect(completeSearch('is:op lamp', 4)).toEqual({ from: 0, to: 5, options: [{ text: 'is:open', label: 'open' }] })
  })

  it.each([
    ['sort:field.cost', { by: 'field.cost', inverted: false }],
    ['sort:field.cost-desc', { by: 'field.cost', inverted: true }],
    ['sort:FIELD.root-cause-asc', { by: 'field.root-cause', inverted: false }],
  ])('sorts by custom fields: %s', (text, sort) => {
    expect(parseSearch(text)).toMatchObject({ ok: true, sort })
  })

  it('offers custom fields by their keys, then what each can be', () => {
    const fields = [
      { key: 'browser', name: 'Browser', kind: 'choice', choices: ['Firefox', 'Safari 17'] },
      { key: 'tester', name: 'Tester', kind: 'person', choices: [] },
      { key: 'paid', name: 'Paid', kind: 'yes-no', choices: [] },
      { key: 'cost', name: 'Cost', kind: 'number', choices: [] },
    ] as const
    const named = fields.map((field) => ({ ...field, choices: [...field.choices] }))
    const found = (text: string) => completeSearch(text, text.length, [], named)
    const offered = (text: string) => found(text)?.options.map((option) => option.text)
    expect(offered('field.')).toEqual(named.map(({ key }) => `field.${key}:`))
    expect(texts('field.')).toBeUndefined()
    expect(offered('-field.browser:')).toEqual([
      'field.browser:Firefox',
      'field.browser:"Safari 17"',
      'field.browser:none',
    ])
    expect(offered('field.browser:"sa')).toEqual(['field.browser:"Safari 17"'])
    expect(offered('field.paid:')).toEqual(['field.paid:yes', 'field.paid:no', 'field.paid:none'])
    expect(found('field.tester:ad')).toMatchObject({ person: 'ad', options: [] })
    expect(offered('field.cost:5')).toBeUndefined()
    expect(offered('sort:field')).toEqual(['sort:field.browser', 'sort:field.paid', 'sort:field.cost'])
    expect(offered('field.nothing:')).toBeUndefined()
  })

  it('says which name was begun where a person is meant', () => {
    expect(completeSearch('assignee:"Ada L', 15)).toMatchObject({ person: 'Ada L', from: 0, to: 15 })
    expect(completeSearch('fixed:no', 8)).toEqual({
      from: 0,
      to: 8,
      options: [{ text: 'fixed:none', label: 'none' }],
      part: { begun: 'no', of: 'versions' },
    })
    expect(completeSearch('component:"big la', 17)?.part).toEqual({ begun: 'big la', of: 'components' })
    expect(completeSearch('author:@', 8)).toEqual({ from: 0, to: 8, options: [{ text: 'author:@me', label: 'you' }] })
  })

  it.each(['lamp', '"is:', 'foo:', 'a"is'])('has nothing to offer after %j', (text) => {
    expect(completeSearch(text, text.length)).toBeUndefined()
  })

  it('offers only what can be meant', () => {
    for (const name of texts('') ?? [])
      for (const value of texts(name) ?? []) expect([value, parseSearch(value).ok]).toEqual([value, true])
  })
})
