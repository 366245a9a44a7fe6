import type { BugTextName } from './bug-texts.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { useDraft } from '#web/lib/use-draft.ts'

/**
 * The texts of a report that is being written, and the key it is sent with. The key stays with its texts, over failures
 * and reloads, so that sending them again can't report twice; changed texts are another report with another key.
 */
export function useReportDraft() {
  const [title, setTitle] = useDraft('report title')
  const [description, setDescription] = useDraft('report description')
  const [stepsToReproduce, setStepsToReproduce] = useDraft('report steps')
  const [sentKey, setSentKey] = useDraft('report key')
  const setters = { title: setTitle, description: setDescription, stepsToReproduce: setStepsToReproduce }

  function write(name: BugTextName, text: string) {
    setters[name](text)
    setSentKey('')
  }

  function key(): string {
    const current = sentKey || randomUuid()
    setSentKey(current)
    return current
  }

  function clear() {
    for (const set of Object.values(setters)) set('')
    setSentKey('')
  }

  return { texts: { title, description, stepsToReproduce }, key, write, clear }
}
