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
 * Bugs that may be the same as a report, while it is being written. Outdated answers are dropped and failures leave
 * what is there. New answers wait while one of the bugs is open or somebody is at the list: nothing moves under an
 * active pointer or the focus.
 * @param list where the bugs are shown; `onBlur` is to be called when the focus leaves it
 * @param isInUse one of the bugs is open, or a pointer is active at the list
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
  // With each key press too: the last one at the list may have gone without an event, by the end of what they pressed.
  useEffect(() => {
    if (latest !== shown && (shown === nothing || !(isInUse || hasFocus(list.current)))) setShown(latest)
  }, [latest, shown, isInUse, list, texts, looks])
  // Another title is another question, also to somebody who did not want the answers to the last one.
  if (dismissed !== undefined && isOtherMatter(dismissed, texts.title)) setDismissed(undefined)

  return {
    bugs: shown.bugs,
    /** The report was compared with the others. */
    isAnswered: question !== undefined && data !== undefined && !isPlaceholderData,
    /** Newer answers wait until nobody is at the list. */
    isWaiting: latest !== shown && latest.bugs.length > 0,
    isDismissed: dismissed !== undefined,
    dismiss: () => setDismissed(texts.title),
    showAgain: () => setDismissed(undefined),
    clear: () => setShown(nothing),
    // Later, because between two elements the focus is nowhere for a moment.
    onBlur: () => void setTimeout(() => setLooks((count) => count + 1)),
  }
}

function hasFocus(place: HTMLElement | null): boolean {
  return place?.contains(document.activeElement) ?? false
}
