// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Form } from './form.tsx'

function TwoFields({ onSent }: { onSent: (text: string) => void }) {
  const [wrong, setWrong] = useState(false)
  const [text, setText] = useState('')
  const submit = () => {
    setWrong(text === '')
    if (text === '') return false
    onSent(text)
    return true
  }
  return (
    <Form label="Letter" onSubmit={submit}>
      <input aria-label="From" />
      <textarea aria-label="Text" aria-invalid={wrong} value={text} onChange={(event) => setText(event.target.value)} />
    </Form>
  )
}

test('Ctrl+Enter and Cmd+Enter send from a text area, Enter alone does not', async () => {
  const sent: string[] = []
  render(<TwoFields onSent={(text) => sent.push(text)} />)
  const area = screen.getByLabelText('Text')
  fireEvent.change(area, { target: { value: 'dear moth' } })
  fireEvent.keyDown(area, { key: 'Enter' })
  expect(sent).toEqual([])
  fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true })
  fireEvent.keyDown(area, { key: 'Enter', metaKey: true })
  await waitFor(() => expect(sent).toEqual(['dear moth', 'dear moth']))
})

test('a refused form puts the focus into its first wrong field', async () => {
  const sent: string[] = []
  render(<TwoFields onSent={(text) => sent.push(text)} />)
  const from = screen.getByLabelText('From')
  from.focus()
  fireEvent.keyDown(from, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Text')))
  expect(sent).toEqual([])
})

test('a form on its way is not sent a second time, and can be sent again afterwards', async () => {
  const answers: ((isRight: boolean) => void)[] = []
  render(
    <Form label="Letter" onSubmit={() => new Promise<boolean>((resolve) => answers.push(resolve))}>
      <input aria-label="From" />
    </Form>,
  )
  const send = () => fireEvent.keyDown(screen.getByLabelText('From'), { key: 'Enter', ctrlKey: true })
  send()
  send()
  expect(answers).toHaveLength(1)
  answers[0]?.(false)
  await waitFor(() => {
    send()
    expect(answers).toHaveLength(2)
  })
})
