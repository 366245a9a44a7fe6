import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import type { SimilarBug } from '#shared/similar/contract.ts'
import { isOtherMatter, type Question } from './report-question.ts'
import { similarQuery } from './similar-queries.ts'
import { useSettledQuestion } from './use-settled-question.ts'

interface Answer {
  readonly title: string
  readonly bugs: readonly SimilarBug[]
}

const nothing: Answer = { title: '', bugs: [] }

/**
 * Returns possible duplicates of a report while it is being written. Outdated answers are dropped, and failures keep
 * the present bugs. New answers wait while one of the bugs is open or the list is in use, so that nothing moves under
 * an active pointer or the focus.
 * @param list the element of the bugs; call `onBlur` when the focus leaves it
 * @param isInUse whether one of the bugs is open, or a pointer is active at the list
 */
export function useSimilarBugs(
  texts: Readonly<Record<keyof Question, string>>,
  list: RefObject<HTMLElement | null>,
  isInUse: boolean,
) {
  const question = useSettledQuestion(texts)
  const { data, isPlaceholderData } = useQuery({ ...similarQuery(question), placeholderData: keepPreviousData })
  const [shown, setShown] = useState(nothing)
  const [dismissed, setDismissed] = useState<string>()
  const [looks, setLooks] = useState(0)

  const latest = question === undefined ? nothing : (data ?? shown)
  // Also after each key press, because the use of the list may have ended without an event when the pressed element was
  // removed.
  useEffect(() => {
    if (latest !== shown && (shown === nothing || !(isInUse || hasFocus(list.current)))) setShown(latest)
  }, [latest, shown, isInUse, list, texts, looks])
  // Another title is another query, also after the answers to the last one were dismissed.
  if (dismissed !== undefined && isOtherMatter(dismissed, texts.title)) setDismissed(undefined)

  return {
    bugs: shown.bugs,
    /** Whether the report was compared with the others. */
    isAnswered: question !== undefined && data !== undefined && !isPlaceholderData,
    /** Whether newer answers wait until the list is no longer in use. */
    isWaiting: latest !== shown && latest.bugs.length > 0,
    isDismissed: dismissed !== undefined,
    dismiss: () => setDismissed(texts.title),
    showAgain: () => setDismissed(undefined),
    clear: () => setShown(nothing),
    // Delayed, because between two elements nothing has the focus for a short time.
    onBlur: () => void setTimeout(() => setLooks((count) => count + 1)),
  }
}

function hasFocus(place: HTMLElement | null): boolean {
  return place?.contains(document.activeElement) ?? false
}
