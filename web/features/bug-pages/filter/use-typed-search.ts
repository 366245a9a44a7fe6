import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListSearch } from '#web/features/bugs/public.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'

/** Milliseconds without a key after which typed words are searched for. */
const pause = 400

/**
 * Searches for words while they are typed, once the keys rest. Back leads to the list as it was before the typing began.
 * @param ask searches for the draft with these words, unless they can't be read yet
 * @returns to be called with the words of each key, and with none when they are cleared
 */
export function useTypedSearch(
  { keywords = '' }: ListSearch,
  ask: (words: string, options: { replace: boolean; resetScroll: boolean }) => void,
): (words: string) => void {
  const [typed, setTyped] = useState<string>()
  const rested = useDebounced(typed, pause)
  const lastAsked = useRef<string>(undefined)
  // Known at once: a press that clears the field may come between the render after the pause and its effect, which would
  // otherwise still see the words.
  const latest = useRef<string>(undefined)
  const search = useEffectEvent((words: string) => {
    if (words !== latest.current || words.trim() === keywords) return
    ask(words, { replace: lastAsked.current === keywords, resetScroll: false })
    lastAsked.current = words.trim()
  })
  useEffect(() => {
    if (rested !== undefined) search(rested)
  }, [rested])
  return (words) => {
    latest.current = words
    setTyped(words)
  }
}
