// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { xssPayloads } from '#testing/xss-corpus.ts'
import { MarkdownText } from './markdown-text.tsx'
import { needsMarkdown } from './needs-markdown.ts'
import { RenderedMarkdown } from './rendered-markdown.tsx'

afterEach(cleanup)

beforeAll(() => {
  window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never
})

/** Of the copy button, which every block of code brings along. */
const ours = new Set(['BUTTON', 'SVG', 'PATH', 'SPAN', 'DIV'])
const elements = new Set([
  ...['P', 'HR', 'BLOCKQUOTE', 'PRE', 'CODE', 'EM', 'STRONG', 'DEL', 'A', 'H3', 'H4', 'H5', 'H6', 'OL', 'UL', 'LI'],
  ...['INPUT', 'TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD'],
])

function rendered(text: string, asSteps: boolean): Element {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <div id="text">
          <RenderedMarkdown text={text} mentions={[{ _id: 'a', name: text.slice(1, 80) }]} asSteps={asSteps} />
        </div>
      </MantineProvider>
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

test.each([
  ['quotes in quotes', '>'.repeat(20_000)],
  ['spaced quotes', '> '.repeat(10_000)],
  ['lists in lists', '- '.repeat(10_000)],
  ['brackets', '['.repeat(20_000)],
  ['links in links', '[a]('.repeat(10_000)],
  ['emphasis', '*a '.repeat(15_000)],
  ['emphasis in emphasis', '*a **b '.repeat(4_000) + 'b** a*'.repeat(4_000)],
  ['the deepest emphasis that is tried', '*a **b '.repeat(740) + 'b** a*'.repeat(740)],
  ['backticks', '` `` ``` '.repeat(5_000)],
  ['angles', '<a'.repeat(20_000)],
  ['comments', '<!--'.repeat(10_000)],
  ['tables', `|${' a |'.repeat(500)}\n|${'-|'.repeat(500)}\n${'| b\n'.repeat(500)}`],
  ['references', '#1a2b3c4d '.repeat(1_000)],
  ['log lines', '[ERROR] x\n  y\n'.repeat(5_000)],
  ['deep margins', Array.from({ length: 400 }, (_, n) => `${' '.repeat(n * 2)}- x`).join('\n')],
  ['marks of a wiki', '{code}'.repeat(5_001) + '{{a'.repeat(5_000) + '[a|https:'.repeat(3_000)],
  ['stars of a wiki', `h1. x ${' *a'.repeat(20_000)}`],
  ['names', '@'.repeat(20_000)],
])('text that is hard to read is shown in no time all the same: %s', async (_name, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await import('./rendered-markdown.tsx')
  const began = performance.now()
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <MarkdownText text={text} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  if (needsMarkdown(text, false))
    await vi.waitFor(() => expect(container.querySelector('.markdown') ?? container.querySelector('p')).not.toBeNull())
  expect(container.textContent!.length).toBeGreaterThan(0)
  expect(performance.now() - began).toBeLessThan(5_000)
})
