import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { bugQuery } from './bug-queries.ts'

/** A pointer that only crosses a card asks for nothing. */
const intent = 80

/** Reads a bug's page ahead while a pointer rests on its card or the focus is there. */
export function useBugPrefetch(bugId: string) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])

  function start() {
    stop()
    timer.current = setTimeout(() => void client.prefetchQuery(bugQuery(bugId)), intent)
  }

  return { onMouseEnter: start, onMouseLeave: stop, onFocus: start, onBlur: stop }
}
