// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const Rich = ({ text }: { text: string }) => <strong>{text}</strong>

test('without its code a part is plain and the page around it stays; what is shown next asks again', async () => {
  // React logs what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isThere = false
  const Part = lazyPart(() => (isThere ? Promise.resolve(Rich) : Promise.reject(new Error('no network'))))
  const shown = (
    <p>
      around <Part plain="plain" coming="coming" part={{ text: 'rich' }} />
    </p>
  )
  const first = render(shown)
  expect(screen.getByText(/around/).textContent).toBe('around coming')
  expect(await screen.findByText('around plain')).toBeTruthy()

  isThere = true
  first.unmount()
  render(shown)
  expect((await screen.findByText('rich')).tagName).toBe('STRONG')
})

test('a part that can’t show what it was given is plain', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Part = lazyPart<object>(async () => () => {
    throw new Error('too deep')
  })
  render(<Part plain="plain" part={{}} />)
  expect(await screen.findByText('plain')).toBeTruthy()
})
