// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('while what it began is under way a button keeps the focus, and pressing it does nothing', () => {
  const done: string[] = []
  const shown = (isUnderWay: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        done.push('sent')
      }}
    >
      <Button type="submit" loading={isUnderWay} onClick={() => done.push('pressed')}>
        Send
      </Button>
    </form>
  )
  const { rerender } = render(shown(false))
  const button = screen.getByRole('button')
  button.focus()
  fireEvent.click(button)
  expect(done).toEqual(['pressed', 'sent'])

  rerender(shown(true))
  fireEvent.click(button)
  expect(done).toEqual(['pressed', 'sent'])
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')

  rerender(shown(false))
  fireEvent.click(button)
  expect(done).toEqual(['pressed', 'sent', 'pressed', 'sent'])
  expect(button.hasAttribute('aria-disabled')).toBe(false)
})

test('a button that is switched off for a reason of its own is disabled, also meanwhile', () => {
  render(
    <Button disabled loading>
      Send
    </Button>,
  )
  expect((screen.getByRole('button') as HTMLButtonElement).disabled).toBe(true)
})
