// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { xssPayloads } from '#testing/xss-corpus.ts'
import { isQuickToRead } from '../reading/is-too-complex.ts'
import { isTooLargeToShow } from '../reading/is-too-large-to-show.ts'
import { MarkdownText } from './markdown-text.tsx'
import { needsMarkdown } from '../reading/needs-markdown.ts'
import { readMarkdown } from '../reading/read-markdown.ts'
import { RenderedMarkdown } from './rendered-markdown.tsx'

/** Elements of the copy button of each block of code. */
const ours = new Set(['BUTTON', 'SVG', 'PATH', 'SPAN', 'DIV'])
const elements = new Set([
  ...['P', 'HR', 'BLOCKQUOTE', 'PRE', 'CODE', 'EM', 'STRONG', 'DEL', 'A', 'H3', 'H4', 'H5', 'H6', 'OL', 'UL', 'LI'],
  ...['INPUT', 'TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD'],
])

function rendered(text: string, asSteps: boolean): Element {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <div id="text">
        <RenderedMarkdown text={text} mentions={[{ _id: 'a', name: text.slice(1, 80) }]} asSteps={asSteps} />
      </div>
    </QueryClientProvider>,
  )
  return container.querySelector('#text')!
}

function defects(root: Element): string[] {
  const found: string[] = []
  for (const element of root.querySelectorAll('*')) {
    const name = element.tagName.toUpperCase()
    if (!elements.has(name) && !ours.has(name)) found.push(`<${name}>`)
    for (const { name: attribute, value } of element.attributes) {
      if (/^on|^srcdoc$|^form|^srcset$|^ping$/i.test(attribute)) found.push(`${name} ${attribute}=${value}`)
      if (/^(?:href|src|xlink:href|action|poster|data)$/i.test(attribute) && !isHarmless(value)) {
        found.push(`${name} ${attribute}=${value}`)
      }
    }
  }
  return found
}

function isHarmless(value: string): boolean {
  if (value.startsWith('/api/attachments/')) return /^\/api\/attachments\/[0-9a-f]{24}$/.test(value)
  return URL.canParse(value) && ['http:', 'https:', 'mailto:'].includes(new URL(value).protocol)
}

test('there are more than a hundred payloads, each once', () => {
  expect(xssPayloads.length).toBeGreaterThan(100)
  expect(new Set(xssPayloads).size).toBe(xssPayloads.length)
})

test('no payload leaves an element, an attribute or an address in the page that could run', () => {
  for (const payload of xssPayloads) {
    for (const text of [payload, `1. ${payload}\n2. ${payload}`, `@${payload}`]) {
      expect(defects(rendered(text, text !== payload)), text).toEqual([])
      cleanup()
    }
  }
})

const filled = (part: string, length = 100_000) => part.repeat(length / part.length)

test.each([
  ['quotes in quotes', filled('>')],
  ['spaced quotes', filled('> ')],
  ['as many quotes as are read', '>>>>>>>>>>>> a\n\n'.repeat(330)],
  ['quotes that go on', `>>>>>>>>>>>> a\n${'a\n'.repeat(4_900)}`],
  ['lists in lists', filled('- ')],
  ['as many lists as are read', `${'- '.repeat(12)}a\n`.repeat(330)],
  ['brackets', filled('[')],
  ['brackets in a text of a wiki', `h1. x\n${filled('[ ')}`],
  ['brackets that close', '['.repeat(3_900) + ']'.repeat(3_900)],
  ['links in links', filled('[a](')],
  ['emphasis', filled('*a ')],
  ['emphasis in emphasis', '*a **b '.repeat(4_000) + 'b** a*'.repeat(4_000)],
  ['the deepest emphasis that is read', '*a **b '.repeat(740) + 'b** a*'.repeat(740)],
  ['backticks', '` `` ``` '.repeat(5_000)],
  ['fences', filled('```\n')],
  ['angles', filled('<a')],
  ['comments', filled('<!--')],
  ['a comment and no end', `<!--${filled('<! --')}`],
  ['tables', `|${' a |'.repeat(500)}\n|${'-|'.repeat(500)}\n${'| b\n'.repeat(500)}`],
  ['a wide table of short rows', `|${'a|'.repeat(180)}\n|${'-|'.repeat(180)}\n${'|\n'.repeat(4_000)}`],
  ['references', filled('#1a2b3c4d ')],
  ['as many references as are read', '#1a2b3c4d '.repeat(7_900)],
  ['log lines', '[ERROR] x\n  y\n'.repeat(5_000)],
  ['deep margins', Array.from({ length: 400 }, (_, n) => `${' '.repeat(n * 2)}- x`).join('\n')],
  ['blank lines', `1. a${filled('\n')}b`],
  ['marks of a wiki', '{code}'.repeat(5_001) + '{{a'.repeat(5_000) + '[a|https:'.repeat(3_000)],
  ['marks of a wiki that never end', filled('{code:a}')],
  ['stars of a wiki', `h1. x ${' *a'.repeat(20_000)}`],
  ['names', filled('@')],
  ['an address of brackets', `http://a.example/${filled(')')}`],
  ['an address of full stops', `http://a.example/${filled('.')}x`],
  ['an address of references', `http://a.example/${filled('&a;')}`],
])('text that is hard to read is shown all the same, and makes no page that is: %s', async (_name, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await import('./rendered-markdown.tsx')
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MarkdownText text={text} asSteps />
    </QueryClientProvider>,
  )
  // There is no worker here for texts that a page doesn't parse itself.
  const shown = needsMarkdown(text, true) && isQuickToRead(text) ? '.markdown' : '.plain-text'
  await vi.waitFor(() => expect(container.querySelector(shown)).not.toBeNull())
  expect(container.textContent!.length).toBeGreaterThan(0)
  expect(container.querySelectorAll('*').length).toBeLessThan(10_000)
  if (!needsMarkdown(text, true) || isPlain(text)) return
  expect(rendered(text, true).querySelectorAll('*').length).toBeLessThan(10_000)
})

/** How deep is too deep for the parser depends on what the engine has compiled by then. */
function isPlain(text: string): boolean {
  try {
    return isTooLargeToShow(readMarkdown({ text, mentions: [], asSteps: true }))
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}
