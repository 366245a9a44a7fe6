import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Bug, classifyBug } from '#shared/bugs/contract.ts'
import type { Classification } from '#shared/bugs/words.ts'
import { bugKeys, readClassification, useBugChange } from '#web/features/bugs/public.ts'
import { sinceWords, useStaleQuestion } from '#web/features/conflicts/public.ts'
import { CallError, conflictOf } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { dismissAllToasts, toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { byShortId, type Original, originalRefusal, typedId } from '../originals/original.ts'
import { useClassifyChoice } from './use-classify-choice.ts'
import { originalsQuery } from '../originals/use-original-search.ts'

const unclear = 'Choose the original from the list, or empty this field.'

interface Classifying {
  readonly classification: Classification
  readonly duplicateOf?: string | null
  readonly baseVersion: number
}

/**
 * The classify form: what is chosen, what is wrong with the original, and what is left to do after sending. All screens
 * show the choice at once and take it back when it fails. When somebody else has classified the bug since the choice
 * was made, `stale` asks first.
 */
export function useClassifyForm(bug: Bug) {
  const client = useQueryClient()
  const { choice, original, words, version, choose, follow } = useClassifyChoice(bug)
  const [isSearching, setIsSearching] = useState(false)
  const [originalError, setOriginalError] = useState<string>()
  const [isOpenDuplicate, setIsOpenDuplicate] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const { stale, ask } = useStaleQuestion()

  const { mutateAsync, isPending, error, reset } = useBugChange(bug._id, {
    send: async (body: Classifying) =>
      (await call(classifyBug, { params: { bugId: bug._id }, query: { comments: 'none' }, body })).result,
    onDone: finish,
    onRefused: (failure, body) => {
      const conflict = conflictOf(failure)
      if (conflict && ask(conflict, 'Classify', (baseVersion) => void send({ ...body, baseVersion }))) return
      toastFailure(messages.classify.failed, referenceOf(failure), conflict && sinceWords(conflict))
    },
  })

  /** False when the original is wrong. */
  async function submit(): Promise<boolean> {
    if (isPending || isSearching) return true
    change()
    setIsSearching(true)
    const meant = await meantOriginal(client, choice, original, words).finally(() => setIsSearching(false))
    if (meant instanceof Error) {
      toastFailure(messages.classify.failed, referenceOf(meant), explainError(meant).explanation)
      return true
    }
    if (meant === 'unclear') {
      setOriginalError(unclear)
      return false
    }
    // Taking the original away is said; who never saw one takes none away.
    const duplicateOf = meant ?? (choice === 'duplicate' && bug.duplicateOf ? null : undefined)
    return send({ classification: choice, baseVersion: version, ...(duplicateOf !== undefined && { duplicateOf }) })
  }

  /** False when the original is wrong. */
  async function send(body: Classifying): Promise<boolean> {
    try {
      await mutateAsync({ shown: { classification: body.classification }, body })
      return true
    } catch (failure) {
      if (!isOriginalRefused(failure)) return true
      reset()
      setOriginalError(originalRefusal(failure.message))
      return false
    }
  }

  function finish(classified: Bug) {
    for (const linked of [bug.duplicateOf, classified.duplicateOf]) {
      // The original lists its duplicates.
      if (linked) void client.invalidateQueries({ queryKey: bugKeys.view(linked._id) })
    }
    follow()
    setIsDone(true)
    setIsOpenDuplicate(readClassification(classified.classification) === 'duplicate' && !classified.isClosed)
    dismissAllToasts()
    toastSuccess(messages.classify.success)
  }

  /** What was said about the last sending no longer fits. */
  function change() {
    setOriginalError(undefined)
    setIsOpenDuplicate(false)
    setIsDone(false)
    if (error) reset()
  }

  return {
    classification: choice,
    choose: (word: string) => {
      change()
      choose({ choice: readClassification(word) })
    },
    original: {
      chosen: original,
      choose: (next: Original | undefined) => {
        change()
        choose({ original: next, words: '' })
      },
      words,
      write: (text: string) => {
        change()
        choose({ words: text })
      },
      error: originalError,
    },
    /** A bug from a list, which says by this that the bug is its duplicate. */
    chooseOriginal: (next: Original) => {
      change()
      choose({ choice: 'duplicate', original: next, words: '' })
    },
    submit,
    /** Everything about the bug was done in another way. */
    finish: () => {
      change()
      follow()
      setIsDone(true)
    },
    /** Somebody has just dealt with the bug. */
    isDone,
    isSending: isPending || isSearching,
    stale,
    /** The bug has just been made a duplicate and was open; closing it is what people usually do next. */
    offersClosing: isOpenDuplicate && bug.abilities.close,
    failure: isPending || conflictOf(error) ? null : error,
  }
}

/** The original's id; undefined when none is named, and `unclear` when it is not clear which one is meant. */
async function meantOriginal(
  client: QueryClient,
  choice: Classification,
  chosen: Original | undefined,
  words: string,
): Promise<string | undefined | Error> {
  if (choice !== 'duplicate') return undefined
  if (chosen) return chosen._id
  if (words.trim() === '') return undefined
  const id = typedId(words)
  if (id !== undefined) return id
  try {
    const { result } = await client.fetchQuery({ ...originalsQuery(words), retry: false })
    return byShortId(words, result)?._id ?? 'unclear'
  } catch (error) {
    return error as Error
  }
}

function isOriginalRefused(failure: unknown): failure is CallError {
  return failure instanceof CallError && failure.code === 'invalid-input' && failure.field === 'duplicateOf'
}
