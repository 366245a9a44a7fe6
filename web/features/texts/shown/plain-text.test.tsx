// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hardCharacters } from '#testing/markdown-generator.ts'
import { Collapsible, isLong } from './collapsible.tsx'
import { PlainText } from './plain-text.tsx'

test('markup is shown as it was typed', () => {
  const { container } = render(<PlainText text={'<img src=x onerror=alert(1)>\n  <b>bold</b>'} />)
  expect(container.querySelector('img, b')).toBeNull()
  expect(container.textContent).toBe('<img src=x onerror=alert(1)>\n  <b>bold</b>')
})

test('a text that is hard to lay out is all there, in parts where its direction may change', () => {
  for (const { name, text } of hardCharacters) {
    const { container } = render(<PlainText text={text(9_000)} />)
    expect(container.textContent, name).toBe(text(9_000).replace(/\r\n?/g, '\n'))
    cleanup()
  }
  const { container } = render(<PlainText text={'1\u05d0'.repeat(4_500)} />)
  expect(container.querySelectorAll('.plain-text-part')).toHaveLength(5)
})

test('a list of more than a thousand addresses is text', () => {
  const { container } = render(<PlainText text={'https://a.example '.repeat(1_200)} />)
  expect(container.querySelectorAll('a')).toHaveLength(0)
})

test('a link tells the other site nothing and lends it nothing', () => {
  render(<PlainText text="see https://a.example." />)
  const link = screen.getByRole('link', { name: 'https://a.example' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer ugc')
  expect(link.getAttribute('href')).toBe('https://a.example')
})

test('text is long by its characters or by its lines', () => {
  expect(isLong('x'.repeat(2_000))).toBe(false)
  expect(isLong('x'.repeat(3_000))).toBe(true)
  expect(isLong('x\n'.repeat(20))).toBe(false)
  expect(isLong('x\n'.repeat(40))).toBe(true)
})

test('Show all shows all and goes away', () => {
  const { container } = render(<Collapsible label="the text">words</Collapsible>)
  expect(container.querySelector('.collapsible')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all of the text' }))
  expect(container.querySelector('.collapsible, button')).toBeNull()
  expect(container.textContent).toBe('words')
})

test('whatever scrolls the clipped part opens it', () => {
  const { container } = render(<Collapsible label="the text">words</Collapsible>)
  fireEvent.scroll(container.querySelector('.collapsible-clip')!)
  expect(container.querySelector('.collapsible')).toBeNull()
})
