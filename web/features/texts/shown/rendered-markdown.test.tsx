// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Mention } from '#shared/texts/mention.ts'
import { wordMarker } from '../reading/marked-words.ts'
import { RenderedMarkdown } from './rendered-markdown.tsx'

const client = new QueryClient()

function shown(text: string, { mentions = [], asSteps = false }: { mentions?: Mention[]; asSteps?: boolean } = {}) {
  const { container } = render(
    <QueryClientProvider client={client}>
      <RenderedMarkdown text={text} mentions={mentions} asSteps={asSteps} />
    </QueryClientProvider>,
  )
  return container.querySelector('.markdown')!
}

const html = (text: string, more = {}) => shown(text, more).innerHTML

test('emphasis, lists, quotes, rules and struck words', () => {
  expect(html('**a** *b* ~~c~~ `d`')).toBe('<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>')
  expect(html('- a\n- b')).toBe('<ul><li>a</li><li>b</li></ul>')
  expect(html('3. a\n4. b')).toBe('<ol start="3"><li>a</li><li>b</li></ol>')
  expect(html('> a\n\n---')).toBe('<blockquote><p>a</p></blockquote><hr>')
})

test('line ends stay, in text and in lists, and a hard break is one line end', () => {
  expect(shown('a\nb').textContent).toBe('a\nb')
  expect(shown('- a\n  b').querySelector('li')!.textContent).toBe('a\nb')
  expect(shown('a  \nb\\\nc').textContent).toBe('a\nb\nc')
})

test('headings begin below the page’s own and skip no level', () => {
  const names = [...shown('# a\n### b\n# c\n##### d\n###### e').children].map((node) => node.tagName)
  expect(names).toEqual(['H3', 'H4', 'H3', 'H4', 'H5'])
})

test('links lead to the web and to mail, and tell the other side nothing', () => {
  const link = shown('[a](https://a.example)').querySelector('a')!
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  expect(link.getAttribute('href')).toBe('https://a.example')
  expect(shown('[a](mailto:x@a.example)').querySelector('a')!.getAttribute('href')).toBe('mailto:x@a.example')
  for (const text of ['[a](ftp://a.example)', '[a](/api/x)', '[a](x)', '[a](#b)']) {
    expect(shown(text).querySelector('a'), text).toBeNull()
    expect(shown(text).textContent).toBe('a')
  }
})

test('addresses in the text are links without the punctuation of the sentence', () => {
  expect(shown('see https://a.example/b_(c), or [x|https://b.example/_d_|y] ').querySelectorAll('a')).toHaveLength(2)
  expect([...shown('(https://a.example/b).').querySelectorAll('a')].map((a) => a.href)).toEqual(['https://a.example/b'])
})

test('images from elsewhere are links to them', () => {
  expect(html('![moth](https://a.example/m.png)')).toBe(
    '<p><a href="https://a.example/m.png" target="_blank" rel="noopener noreferrer nofollow">moth</a></p>',
  )
  expect(shown('[![moth](https://a.example/m.png)](https://b.example)').querySelectorAll('a')).toHaveLength(1)
})

test('boxes of a task list can’t be changed and have the task’s name', () => {
  const boxes = [...shown('- [x] done **well**\n- [ ] open').querySelectorAll('input')]
  expect(boxes.map((box) => [box.checked, box.disabled, box.getAttribute('aria-label')])).toEqual([
    [true, true, 'done well'],
    [false, true, 'open'],
  ])
})

test('tables and code stand in boxes of their own', () => {
  expect(shown('| a | b |\n|--|:-:|\n| 1 | 2 |').querySelector('.markdown-table td:last-child')!.textContent).toBe('2')
  const block = shown('```ts\nconst a = `x`\n```').querySelector('.code-block')!
  expect(block.querySelector('code')!.className).toBe('language-ts')
  expect(block.querySelector('pre')!.textContent).toBe('const a = `x`\n')
  expect(block.querySelector('button')!.getAttribute('aria-label')).toBe('Copy the code')
})

describe('nothing that was written disappears', () => {
  test.each([
    ['<b>bold</b> and Vec<String>'],
    ['<div>\n*a*\n</div>'],
    ['[INFO]: done'],
    ['&lt;b&gt; &amp; &copy;'],
    ['text[^1]'],
    ['2*3*4 and a**b**c'],
    ['{{7*7}}${7*7}'],
    ['"><script>x</script>{{7*7}}${7*7}&lt;b&gt;<b>bold</b>'],
  ])('%j', (text) => {
    expect(shown(text).textContent).toBe(text)
  })

  test('but comments in the source', () => {
    expect(shown('a <!-- b --> c\n\n<!--\nd\n-->').textContent).toBe('a  c')
  })
})

test('a name that somebody has is marked, wherever it stands but in code and links', () => {
  const mentions = [
    { _id: 'a', name: 'Ada (x) Lovelace' },
    { _id: 'b', name: 'Ada' },
  ]
  const text = 'x@Ada @ada (x) lovelace, **@Adas** @Ada: `@Ada` [@Ada](https://a.example)'
  expect([...shown(text, { mentions }).querySelectorAll('.mention')].map((node) => node.textContent)).toEqual([
    '@ada (x) lovelace',
    '@Ada',
  ])
})

test('a table that short rows would make very large stands as it was typed', () => {
  const rows = (count: number) => `|${'a|'.repeat(100)}\n|${'-|'.repeat(100)}\n${'|b\n'.repeat(count)}`
  expect(shown(rows(10)).querySelectorAll('td')).toHaveLength(1_000)
  expect(shown(rows(60)).querySelector('table')).toBeNull()
  expect(shown(rows(60)).textContent).toContain('\n|b\n|b\n')
})

test('the first 200 references of a text are looked up, whatever they are', () => {
  const words = wordMarker([])
  const nodes = [...words('#1a2b3c4d '.repeat(150)), ...words('#1a2b3c4d '.repeat(150))]
  expect(nodes.filter((node) => node.tagName === 'bug-reference')).toHaveLength(200)
})

test('comments are left out, one by one, and one without an end is none', () => {
  expect(shown('<div><!--a-->b<!--c--><!--d--></div>').textContent).toBe('<div>b</div>')
  expect(shown('a <!-- b').textContent).toBe('a <!-- b')
})

test('a name with an address in it is a name, and an address with a name in it is an address', () => {
  const mentions = [
    { _id: 'a', name: 'Zed "https://a.example/z"' },
    { _id: 'b', name: 'Ada' },
  ]
  const text = shown('@Zed "https://a.example/z" https://b.example/?(@Ada) @Ada https://c.example', { mentions })
  expect([...text.querySelectorAll('.mention')].map((node) => node.textContent)).toEqual([
    '@Zed "https://a.example/z"',
    '@Ada',
  ])
  expect([...text.querySelectorAll('a')].map((node) => node.href)).toEqual([
    'https://b.example/?(@Ada)',
    'https://c.example/',
  ])
})

test('steps are a list with one item a step', () => {
  const list = shown('With care:\nStep 1: a **b**\nStep 2: c\n   d', { asSteps: true })
  expect([...list.querySelectorAll('ol > li')].map((node) => node.textContent)).toEqual(['a b', 'c\nd'])
})
