// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseSession, sessionQuery } from '#web/lib/session.ts'
import { useDraft } from './use-draft.ts'

let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  sessionStorage.clear()
})
afterEach(cleanup)

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

/** Awaited, because the cache tells its readers a moment later. */
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
  const [text, setText] = useDraft('note')
  return { text, setText }
}

test('a draft is there again after its screen was left', async () => {
  await logIn('ada')
  const first = renderHook(useDrafts, { wrapper })
  act(() => first.result.current.setText('half a sentence'))
  first.unmount()
  expect(renderHook(useDrafts, { wrapper }).result.current.text).toBe('half a sentence')
})

test('an emptied draft is forgotten', async () => {
  await logIn('ada')
  const { result } = renderHook(useDrafts, { wrapper })
  act(() => result.current.setText('x'))
  act(() => result.current.setText(''))
  expect(sessionStorage.length).toBe(0)
})

test('a session that ends leaves the text where it is', async () => {
  await logIn('ada')
  const { result } = renderHook(useDrafts, { wrapper })
  act(() => result.current.setText('half a sentence'))
  await logIn(undefined)
  expect(result.current.text).toBe('half a sentence')
})

test('another account does not see it', async () => {
  await logIn('ada')
  const { result } = renderHook(useDrafts, { wrapper })
  act(() => result.current.setText('private'))
  await logIn('grace')
  expect(result.current.text).toBe('')
})
