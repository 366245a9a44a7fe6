import { useState } from 'react'
import { bugTextErrors, type BugTextName, type BugTexts, hasEmptyText } from './bug-texts.ts'

/**
 * Manages the fields of a bug's texts, which the caller keeps. What is wrong with them shows from the first `check` on,
 * and follows what is typed.
 */
export function useBugTextFields(texts: BugTexts, write: (name: BugTextName, text: string) => void) {
  const [isChecked, setIsChecked] = useState(false)
  const errors = bugTextErrors(texts)

  /** Returns false, and marks the wrong texts, when there are any. */
  function check(): boolean {
    setIsChecked(true)
    return Object.keys(errors).length === 0
  }

  const field = (name: BugTextName) => ({
    value: texts[name],
    error: isChecked && errors[name],
    onChange: (text: string) => write(name, text),
  })
  return {
    fields: { title: field('title'), description: field('description'), stepsToReproduce: field('stepsToReproduce') },
    isChecked,
    hasEmptyField: isChecked && hasEmptyText(texts),
    check,
    /** The texts are new ones. */
    uncheck: () => setIsChecked(false),
  }
}
