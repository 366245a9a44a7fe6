// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { parseSession, sessionQuery } from '#web/lib/session/session.ts'
import { useDraft } from './use-draft.ts'

let client: QueryClient
let name = 0

beforeEach(() => {
  client = new QueryClient()
  name += 1
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

/** Awaited, because the cache notifies its readers asynchronously. */
async function logIn(_id: string | undefined) {
  const reply = _id
    ? { loggedIn: true, name: 'A', _id, permissions: [] }
    : { loggedIn: false, name: '', permissions: [] }
  await act(async () => {
    client.setQueryData(sessionQuery.queryKey, parseSession(reply))
    await new Promise((resolve) => setTimeout(resolve))
  })
}

function useDrafts() {
  const [text, setText, state] = useDraft(`note ${name}`)
  return { text, setText, ...state }
}

test('a draft is there again after its screen was left, and says so until it is touched', async () => {
  await logIn('ada')
  const first = renderHook(useDrafts, { wrapper })
  act(() => first.result.current.setText('half a sentence'))
  expect(first.result.current.isRestored).toBe(false)
  first.unmount()
  const second = renderHook(useDrafts, { wrapper })
  expect(second.result.current).toMatchObject({ text: 'half a sentence', isRestored: true })
  act(() => second.result.current.setText('half a sentence.'))
  expect(second.result.current).toMatchObject({ text: 'half a sentence.', isRestored: false })
})

test('an emptied draft is forgotten', async () => {
  await logIn('ada')
  const { result } = renderHook(useDrafts, { wrapper })
  act(() => result.current.setText('x'))
  expect(localStorage.length).toBe(1)
  act(() => result.current.setText(''))
  expect(localStorage.length).toBe(0)
})

test('a session that ends leaves the text where it is, for its writer', async () => {
  await logIn('ada')
  const { result } = renderHook(useDrafts, { wrapper })
  act(() => result.current.setText('half a sentence'))
  await logIn(undefined)
  expect(result.current).toMatchObject({ text: 'half a sentence', account: 'ada' })
  act(() => result.current.setText('half a sentence, and more'))
  await logIn('ada')
  expect(result.current.text).toBe('half a sentence, and more')
})

test('another account does not see it', async () => {
  await logIn('ada')
  const { result } = renderHook(useDrafts, { wrapper })
  act(() => result.current.setText('private'))
  await logIn('grace')
  expect(result.current.text).toBe('')
})
