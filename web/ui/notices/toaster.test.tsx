// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { dismissAllToasts, toastError, toastFailure, toastSuccess, toastWarning } from './toast.ts'
import { Toaster } from './toaster.tsx'

// What jsdom lacks.
const { getBoundingClientRect } = Range.prototype
beforeAll(() => {
  Range.prototype.getBoundingClientRect = () => new DOMRect()
})
afterAll(() => void (Range.prototype.getBoundingClientRect = getBoundingClientRect))
afterEach(() => {
  act(dismissAllToasts)
  cleanup()
  vi.useRealTimers()
})

const texts = () =>
  [...document.querySelectorAll('.toast:not([data-limited]) .toast-text')].map((one) => one.textContent)

/** Shows the toaster once its code is loaded. */
async function showToaster() {
  render(<Toaster />)
  await screen.findByRole('region', { name: 'Status messages' })
}

test('what is said before the code for toasts is there is shown once it is', async () => {
  toastSuccess('Saved')
  toastFailure('Not saved', 'r1', 'The server is away.')
  await showToaster()
  expect(texts()).toEqual(['Not saved', 'Saved'])
  expect(screen.getByRole('alert').textContent).toContain('The server is away.')
})

test('the same text again replaces its older self and is the newest', async () => {
  await showToaster()
  act(() => toastWarning('Fields Must Not Be Empty'))
  act(() => toastError('Reporting New Bug Failed'))
  act(() => toastWarning('Fields Must Not Be Empty'))
  expect(texts()).toEqual(['Fields Must Not Be Empty', 'Reporting New Bug Failed'])
})

test('no more than four stand at once; the oldest is hidden', async () => {
  await showToaster()
  for (const text of ['a', 'b', 'c', 'd', 'e']) act(() => toastSuccess(text))
  expect(texts()).toEqual(['e', 'd', 'c', 'b'])
})

test('a toast goes after its time, but not while the pointer is on it', async () => {
  await showToaster()
  vi.useFakeTimers()
  act(() => toastSuccess('Saved'))
  act(() => vi.advanceTimersByTime(4_000))
  fireEvent.mouseEnter(screen.getByRole('region', { name: 'Status messages' }))
  act(() => vi.advanceTimersByTime(60_000))
  expect(texts()).toEqual(['Saved'])
  fireEvent.mouseLeave(screen.getByRole('region', { name: 'Status messages' }))
  act(() => vi.advanceTimersByTime(1_100))
  expect(texts()).toEqual([])
})

test('its button does the next step, and it goes', async () => {
  await showToaster()
  const done = vi.fn<() => void>()
  vi.useFakeTimers()
  act(() => toastSuccess('Closed', { label: 'Undo', onClick: done }))
  // Whoever sees their mistake has ten seconds.
  act(() => vi.advanceTimersByTime(9_000))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(done).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(texts()).toEqual([]))
})
