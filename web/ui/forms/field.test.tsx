// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PasswordField } from './password-field.tsx'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

/** What a screen reader says of a field after its name. */
function descriptionOf(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' | ')
}

test('a field is named by its label, and described by what is wrong with it and by its help', () => {
  render(<TextField label="Email" description="Nobody else sees it" error="No address!" defaultValue="x" />)
  const field = screen.getByLabelText('Email')
  expect(descriptionOf(field)).toBe('No address! | Nobody else sees it')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('a field without a mistake is not described as wrong, and one may be wrong without words', () => {
  const { rerender } = render(<TextField label="Max age" />)
  const field = screen.getByLabelText('Max age')
  expect([field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby')]).toEqual([null, null])
  rerender(<TextField label="Max age" error />)
  expect([field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby')]).toEqual(['true', null])
})

test('a select offers its options by their words', () => {
  render(<SelectField label="Role" options={[{ value: '', label: 'Any' }, 'admin']} defaultValue="admin" />)
  const options = [...(screen.getByLabelText('Role') as HTMLSelectElement).options]
  expect(options.map(({ value, text, selected }) => [value, text, selected])).toEqual([
    ['', 'Any', false],
    ['admin', 'admin', true],
  ])
})

test('a password can be read and hidden again, and keeps the caret meanwhile', () => {
  const { container } = render(<PasswordField label="Password" defaultValue="moth" />)
  const field = screen.getByLabelText('Password') as HTMLInputElement
  field.focus()
  const toggle = container.querySelector('button')!
  const types = ['on', 'off'].map(() => {
    // A press that is prevented leaves the focus where it is.
    expect(fireEvent.mouseDown(toggle)).toBe(false)
    fireEvent.click(toggle)
    return field.type
  })
  expect(types).toEqual(['text', 'password'])
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('moth')
})
