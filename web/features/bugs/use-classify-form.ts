import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Bug, classifyBug } from '#shared/bugs/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { messages } from '#web/lib/messages.ts'
import { dismissAllToasts, toastError, toastSuccess } from '#web/ui/toast.ts'
import { bugKeys, keepBug } from './bug-queries.ts'
import { byShortId, type Original, originalRefusal, typedId } from './classify-original.ts'
import { readClassification } from './classify-reading.ts'
import { originalsQuery } from './use-original-search.ts'

const unclear = 'Choose the original from the list, or empty this field.'

/** The classify form: what is chosen, what is wrong with the original, and what is left to do after sending. */
export function useClassifyForm(bug: Bug) {
  const client = useQueryClient()
  const [classification, setClassification] = useState(() => readClassification(bug.classification))
  const [original, setOriginal] = useState<Original | undefined>(bug.duplicateOf)
  const [words, setWords] = useState('')
  const [originalError, setOriginalError] = useState<string>()
  const [isOpenDuplicate, setIsOpenDuplicate] = useState(false)

  const { mutateAsync, isPending, error, reset } = useMutation({
    /** Gives nothing back when it is not clear which original is meant. */
    mutationFn: async () => {
      const meant = classification === 'duplicate' ? await meantOriginal(client, original, words) : undefined
      if (meant === 'unclear') return undefined
      // Taking the original away is said; who never saw one takes none away.
      const duplicateOf = meant ?? (classification === 'duplicate' && bug.duplicateOf ? null : undefined)
      const body = { classification, ...(duplicateOf !== undefined && { duplicateOf }) }
      return (await call(classifyBug, { params: { bugId: bug._id }, body })).result
    },
  })

  /** False when the original is wrong. */
  async function submit(): Promise<boolean> {
    if (isPending) return true
    change()
    try {
      const classified = await mutateAsync()
      if (classified) finish(classified)
      else setOriginalError(unclear)
      return classified !== undefined
    } catch (failure) {
      toastError(messages.classify.failed)
      if (!isOriginalRefused(failure)) return true
      reset()
      setOriginalError(originalRefusal(failure.message))
      return false
    }
  }

  function finish(classified: Bug) {
    keepBug(client, classified)
    for (const linked of [bug.duplicateOf, classified.duplicateOf]) {
      // The original lists its duplicates.
      if (linked) void client.invalidateQueries({ queryKey: bugKeys.view(linked._id) })
    }
    setOriginal(classified.duplicateOf)
    setWords('')
    setIsOpenDuplicate(readClassification(classified.classification) === 'duplicate' && !classified.isClosed)
    dismissAllToasts()
    toastSuccess(messages.classify.success)
  }

  /** What was said about the last sending no longer fits. */
  function change() {
    setOriginalError(undefined)
    setIsOpenDuplicate(false)
    if (error) reset()
  }

  return {
    classification,
    choose: (word: string) => {
      change()
      setClassification(readClassification(word))
    },
    original: {
      chosen: original,
      choose: (next: Original | undefined) => {
        change()
        setOriginal(next)
        setWords('')
      },
      words,
      write: (text: string) => {
        change()
        setWords(text)
      },
      error: originalError,
    },
    submit,
    isSending: isPending,
    /** The bug has just been made a duplicate and was open; closing it is what people usually do next. */
    offersClosing: isOpenDuplicate && bug.abilities.close,
    failure: isPending ? null : error,
  }
}

/** The original's id; undefined when none is named, and `unclear` when it is not clear which one is meant. */
async function meantOriginal(
  client: QueryClient,
  chosen: Original | undefined,
  words: string,
): Promise<string | undefined> {
  if (chosen) return chosen._id
  if (words.trim() === '') return undefined
  const id = typedId(words)
  if (id !== undefined) return id
  const { result } = await client.fetchQuery({ ...originalsQuery(words), retry: false })
  return byShortId(words, result)?._id ?? 'unclear'
}

function isOriginalRefused(failure: unknown): failure is CallError {
  return failure instanceof CallError && failure.code === 'invalid-input' && failure.field === 'duplicateOf'
}
