import { useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import type { Classification } from '#shared/bugs/words.ts'
import { readClassification } from '#web/features/bugs/public.ts'
import type { Original } from '../originals/original.ts'

interface Chosen {
  readonly choice: Classification
  readonly original: Original | undefined
  /** Typed to find the original. */
  readonly words: string
  /** Of the bug that the choice was made by. */
  readonly version: number
}

/** What is chosen for a bug. As long as nobody has chosen, it is what the bug has, also when others change it. */
export function useClassifyChoice(bug: Bug) {
  const [chosen, setChosen] = useState<Chosen>()
  const current: Chosen = chosen ?? {
    choice: readClassification(bug.classification),
    original: bug.duplicateOf,
    words: '',
    version: bug.version,
  }
  return {
    ...current,
    choose: (part: Partial<Omit<Chosen, 'version'>>) => setChosen({ ...current, ...part, version: bug.version }),
    /** Gives the choice up for what the bug has. */
    follow: () => setChosen(undefined),
  }
}
