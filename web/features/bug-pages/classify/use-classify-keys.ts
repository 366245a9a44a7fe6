import { type Classification, classifications } from '#shared/bugs/words.ts'
import { useActions } from '#web/lib/keys/actions.ts'

/** The number keys choose a classification, in the order in which they are offered. */
export function useClassifyKeys(choose: (classification: Classification) => void): void {
  useActions(
    classifications.map((classification, index) => ({
      id: `classify.${classification}`,
      label: `Choose ${classification}`,
      group: 'This bug',
      keys: String(index + 1),
      run: () => choose(classification),
    })),
  )
}
