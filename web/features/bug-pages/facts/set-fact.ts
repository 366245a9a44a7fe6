import type { QueryClient } from '@tanstack/react-query'
import { assignBug, type Bug, classifyBug, moveBug, setBugFields, setBugStatus } from '#shared/bugs/contract.ts'
import { addName, bugFields, type LabelsName, removeName, type SomePlainValues } from '#shared/bugs/fields.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import type { Change } from '#shared/history/timeline-entry.ts'
import { bugKeys, makeBugChange } from '#web/features/bugs/public.ts'
import { sinceWords, type useStaleQuestion } from '#web/features/conflicts/public.ts'
import { conflictOf, saysNothing } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import type { FactChoice, FactValue, Shown } from './fact-option.ts'
import { currentOf, type FactBug, factLabel, type FactName, isChoice } from './facts.ts'
import {
  forgetOwn,
  isolated,
  noteVersion,
  type OwnFact,
  ownChangeToast,
  rememberOwn,
  versionFrom,
} from './own-changes.ts'
import { forgetRefusal, tellBeside } from './refusals.ts'
import { undoOwn } from './undo-own.ts'

/** A fact that is to be set. */
export interface Setting {
  readonly bug: FactBug
  readonly name: FactName
  readonly choice: FactChoice
  readonly userId: string
  /** The bug is one of several, so that it is named. */
  readonly isList: boolean
  readonly ask: ReturnType<typeof useStaleQuestion>['ask']
  readonly repeats?: OwnFact[]
  /** Is told of instead of the reader, who learns of it with others: whether it is done. A refusal they learn of at once. */
  readonly tell?: (own: OwnFact, isDone: boolean) => void
}

/**
 * Sets a fact of a bug. All screens show it at once and take it back when it is refused; a toast offers to undo it. When
 * somebody else has set the same since it was shown, `ask` does so first.
 */
export function setFact(client: QueryClient, setting: Setting, baseVersion: number = setting.bug.version): void {
  const { bug, name, choice, userId, isList, ask } = setting
  const { tell, ...alone } = setting
  const shown = choice.shownOf?.(bug) ?? choice.shown
  const label = factLabel(name)
  const own: OwnFact = {
    userId,
    bugId: bug._id,
    title: bug.title,
    label,
    productId: bug.product._id,
    name,
    choice,
    before: shownBefore(bug, shown),
    isToldBy: (told) => tellsOf(told, name, choice.value),
    ...(setting.repeats && { repeats: setting.repeats }),
  }
  const again = () => setFact(client, alone, baseVersion)
  rememberOwn(own)
  forgetRefusal(bug._id, name)
  makeBugChange(
    client,
    bug._id,
    {
      send: async (base: number) => {
        const made = await send(bug._id, name, choice.value, versionFrom(own, base))
        noteVersion(own, made.version)
        return made
      },
      onDone: (changed) => {
        readLinked(client, bug, changed)
        forgetRefusal(bug._id, name)
        if (tell) return tell(own, true)
        const undo = { label: 'Undo', onClick: () => undoOwn(client, own) }
        const words = isChoice(name) ? choice.words : isolated(choice.words)
        const set = typeof choice.value === 'object' && choice.value !== null ? words : `Set to ${words}`
        const what = `${set}${isList ? `: ${isolated(bug.title)}` : ''}`
        toastSuccess(`${label} changed`, undo, what, ownChangeToast)
      },
      onRefused: (error) => {
        forgetOwn(own)
        tell?.(own, false)
        const conflict = conflictOf(error)
        if (conflict && ask(conflict, verbs[name] ?? 'Change', (version) => setFact(client, alone, version))) return
        const reason = conflict ? sinceWords(conflict) : explainError(error).explanation
        const retry = saysNothing(error) ? { words: 'Try again', run: again } : undefined
        const reference = referenceOf(error)
        // An original that was refused has no line of its own on the page of a bug that is no duplicate.
        const isThere = !isList && !conflict && (name !== 'duplicateOf' || bug.classification === 'duplicate')
        const wanted = currentOf({ ...bug, ...shown } as FactBug, name)
        if (isThere && tellBeside(bug._id, name, { words: reason, reference, again: retry, wanted })) return
        const why = isList ? `${isolated(bug.title)}: ${reason}` : reason
        toastFailure(`${label} not changed`, reference, why, retry && { label: retry.words, onClick: retry.run })
      },
    },
    { shown: shown as Partial<Bug>, body: baseVersion },
  )
}

const verbs: { readonly [N in FactName]?: 'Assign' | 'Classify' } = {
  assignee: 'Assign',
  classification: 'Classify',
  duplicateOf: 'Classify',
}

async function send(bugId: string, name: FactName, value: FactValue, baseVersion: number): Promise<Bug> {
  const target = { params: { bugId }, query: { comments: 'none' } } as const
  switch (bugFields[name].route) {
    case 'setBugStatus':
      return (await call(setBugStatus, { ...target, body: { status: value as BugStatus, baseVersion } })).result
    case 'assignBug':
      return (await call(assignBug, { ...target, body: { userId: value as string | null, baseVersion } })).result
    case 'moveBug':
      return (await call(moveBug, { ...target, body: { productId: (value as string | null) ?? '', baseVersion } }))
        .result
    case 'classifyBug': {
      const classified =
        name === 'duplicateOf'
          ? ({ classification: 'duplicate', duplicateOf: value as string | null } as const)
          : { classification: value as Classification }
      return (await call(classifyBug, { ...target, body: { ...classified, baseVersion } })).result
    }
    case null:
      return (await call(setBugFields, { ...target, body: { ...valueOf(name, value), baseVersion } })).result
  }
}

/** Values are the contract's: they come from the declaration. */
function valueOf(name: FactName, value: FactValue) {
  if (typeof value !== 'object' || value === null) return { [name]: value } as SomePlainValues
  const { add = [], remove = [] } = value
  return { [addName(name as LabelsName)]: [...add], [removeName(name as LabelsName)]: [...remove] }
}

function shownBefore(bug: FactBug, shown: Shown): Shown {
  const names = Object.keys(shown) as (keyof Shown)[]
  return Object.fromEntries(names.map((name) => [name, bug[name]]))
}

function tellsOf({ field, from, to }: Change, name: FactName, value: FactValue): boolean {
  if (field !== name) return false
  if (value === null) return to === undefined
  if (typeof value !== 'object') return to?._id === value || to?.text === value
  return (to ? value.add?.includes(to._id ?? '') : value.remove?.includes(from?._id ?? '')) ?? false
}

/** An original lists its duplicates. */
function readLinked(client: QueryClient, before: FactBug, changed: Bug): void {
  const [old, now] = [before.duplicateOf?._id, changed.duplicateOf?._id]
  if (old === now) return
  for (const _id of [old, now]) {
    if (_id === undefined) continue
    for (const queryKey of [bugKeys.view(_id), bugKeys.history(_id)]) void client.invalidateQueries({ queryKey })
  }
}
