// @vitest-environment jsdom
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { ModalPopup } from './popups.tsx'

/** Renders into the page's own element. @returns whether the page waits, after rendering something else there */
function show(content: ReactNode) {
  const container = document.createElement('div')
  container.id = 'root'
  document.body.replaceChildren(container)
  const { rerender } = render(content, { container })
  return (next: ReactNode) => {
    rerender(next)
    return container.hasAttribute('inert')
  }
}

function modal(name: string, children?: ReactNode) {
  return (
    <ModalPopup key={name} aria-label={name} className="dialog" onClose={() => {}}>
      <button type="button">{name}</button>
      {children}
    </ModalPopup>
  )
}

test('a page whose dialogs go at once, a question above its task, waits no longer', () => {
  const becomes = show([modal('task', modal('question'))])
  expect(becomes([modal('task')])).toBe(true)
  expect(becomes([modal('task', modal('question'))])).toBe(true)
  expect(becomes([])).toBe(false)
})

test('a page waits for as long as one of its dialogs is there', () => {
  const becomes = show([modal('first')])
  expect(becomes([modal('first'), modal('second')])).toBe(true)
  expect(becomes([modal('second')])).toBe(true)
  expect(becomes([])).toBe(false)
})
