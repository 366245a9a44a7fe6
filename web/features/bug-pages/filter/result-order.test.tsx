// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient } from '#web/lib/query-client.ts'
import { ResultOrder } from './result-order.tsx'

test('an order of what can’t be found is not read ahead', () => {
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <ResultOrder search={{ keywords: 'lamp', minAge: 9, maxAge: 3 }} onShow={() => {}} />
    </QueryClientProvider>,
  )
  for (const words of ['Newest', 'Best match']) fireEvent.pointerDown(screen.getByLabelText(words))
  expect(client.getQueryCache().getAll()).toEqual([])
})
