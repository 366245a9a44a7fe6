import { useEffect, useState } from 'react'
import { type Question, questionOf, waitBefore } from './report-question.ts'

/** Returns the query of a report once its writer has ended a word or paused. */
export function useSettledQuestion(texts: Readonly<Record<keyof Question, string>>): Question | undefined {
  const question = questionOf(texts)
  const [settled, setSettled] = useState(question)
  const key = JSON.stringify(question)
  const isSettled = key === JSON.stringify(settled)
  const wait = waitBefore(question, settled, texts.title)
  useEffect(() => {
    if (isSettled) return
    const settle = () => setSettled(key === undefined ? undefined : (JSON.parse(key) as Question))
    const timer = setTimeout(settle, key === undefined ? 0 : wait)
    return () => clearTimeout(timer)
  }, [key, isSettled, wait])
  return question && settled
}
