import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { createLabel } from '#shared/labels/contract.ts'
import { type Label, labelKey, labelTones } from '#shared/labels/label.ts'
import { keepLabel, LabelDot, labelsLike, labelsQuery, sortedLabels } from '#web/features/labels/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError, explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { Picker } from '#web/ui/overlays/picker.tsx'
import type { PickerItem } from '#web/ui/overlays/popup-props.ts'
import type { FactOption } from './fact-option.ts'

/** What becomes of a label. */
type Fate = 'added' | 'removed' | 'as it is'

type Rest = Pick<ComponentProps<typeof Picker>, 'id' | 'label' | 'anchor' | 'returnTo' | 'isSent' | 'onClose'>

/**
 * Chooses several labels: Enter or a press adds one, or removes it; all of it is set once the list is closed. Whoever may set
 * labels may create one by typing its name.
 * @param props.present the labels of the bug; undefined for several bugs, of which each may be added or removed
 */
export function LabelsPicker({
  present,
  typed,
  onPick,
  onClose,
  ...rest
}: Rest & { present: readonly Label[] | undefined; typed: string; onPick: (option: FactOption) => void }) {
  const client = useQueryClient()
  const { data = [], isPending, error } = useQuery(labelsQuery)
  const [words, setWords] = useState(typed)
  const [fates, setFates] = useState<ReadonlyMap<string, Fate>>(new Map())
  const has = (label: Label) => present?.some(({ _id }) => _id === label._id) ?? false
  const fateOf = ({ _id }: Label): Fate => fates.get(_id) ?? 'as it is'

  // Those that the bug has come first, and nothing moves while some are chosen.
  const known = present ? [...present, ...data.filter((label) => !has(label))] : data
  const found = labelsLike(known, words)
  const name = words.trim()
  const isNew = name !== '' && !isPending && !known.some((label) => labelKey(label.name) === labelKey(name))
  const items: PickerItem[] = [
    ...found.map((label) => {
      const fate = fateOf(label)
      return {
        key: label._id,
        words: label.name,
        icon: <LabelDot tone={label.tone} />,
        hint: hintOf(fate, present === undefined),
        isChosen: present && has(label) ? fate !== 'removed' : fate === 'added',
      }
    }),
    ...(isNew ? [{ key: 'new', words: `Create “${name}”`, icon: <IconPlus size={16} aria-hidden /> }] : []),
  ]

  function toggle(label: Label) {
    const now = fateOf(label)
    setFates(new Map(fates).set(label._id, nextFate(now, present && has(label))))
  }

  async function create() {
    const tone = labelTones[data.length % labelTones.length] ?? 'grey'
    try {
      const { result } = await call(createLabel, { body: { name, tone } })
      keepLabel(client, result)
      setFates((before) => new Map(before).set(result._id, 'added'))
    } catch (failure) {
      toastFailure('The label was not created', referenceOf(failure), explainRefusal(failure).explanation)
    }
  }

  function close() {
    const now = client.getQueryData(labelsQuery.queryKey) ?? data
    const added = now.filter((label) => fateOf(label) === 'added')
    const removed = [...now, ...(present ?? []).filter(({ _id }) => !now.some((one) => one._id === _id))].filter(
      (label) => fateOf(label) === 'removed',
    )
    onClose()
    if (added.length + removed.length > 0) onPick(labelsOption(present ?? [], added, removed))
  }

  return (
    <Picker
      {...rest}
      takesSeveral
      words={words}
      onWords={setWords}
      groups={items.length > 0 ? [{ name: 'Labels', items }] : []}
      status={error ? explainError(error).explanation : statusWords(items.length, isPending, fates)}
      isSearching={isPending}
      onPick={(key) => {
        if (key === 'new') return void create()
        const label = known.find(({ _id }) => _id === key)
        if (label) toggle(label)
      }}
      onClose={close}
    />
  )
}

/** Of several bugs a label is added first, then removed, then left alone. */
function nextFate(now: Fate, isThere: boolean | undefined): Fate {
  if (isThere === undefined) return now === 'as it is' ? 'added' : now === 'added' ? 'removed' : 'as it is'
  const change = isThere ? 'removed' : 'added'
  return now === change ? 'as it is' : change
}

function hintOf(fate: Fate, areSeveral: boolean): string | undefined {
  if (fate === 'as it is') return undefined
  if (areSeveral) return fate === 'added' ? 'add' : 'remove'
  return fate === 'added' ? 'new' : 'goes'
}

function statusWords(count: number, isPending: boolean, fates: ReadonlyMap<string, Fate>): string | undefined {
  if (count === 0) return isPending ? 'Searching …' : 'Type a name to create a label.'
  const changed = [...fates.values()].filter((fate) => fate !== 'as it is').length
  return changed === 0 ? undefined : `Esc applies ${changed} ${changed === 1 ? 'change' : 'changes'}`
}

/** Returns a change of labels as what is sent, told and shown. */
export function labelsOption(
  present: readonly Label[],
  added: readonly Label[],
  removed: readonly Label[],
): FactOption {
  const words = [
    ...(added.length > 0 ? [`${listed(added)} added`] : []),
    ...(removed.length > 0 ? [`${listed(removed)} removed`] : []),
  ]
  const change = { add: added.map(({ _id }) => _id), remove: removed.map(({ _id }) => _id) }
  return {
    key: 'labels',
    icon: removed.length > 0 ? <IconMinus size={16} aria-hidden /> : undefined,
    words: words.join(', '),
    value: change,
    shown: { labels: withLabels(present, { added, removed }) },
    labels: { added, removed },
    shownOf: (bug) => ({ labels: withLabels(bug.labels, { added, removed }) }),
  }
}

const listed = (labels: readonly Label[]) => labels.map(({ name }) => name).join(', ')

function withLabels(
  labels: readonly Label[],
  { added, removed }: { readonly added: readonly Label[]; readonly removed: readonly Label[] },
): Label[] {
  const gone = new Set([...added, ...removed].map(({ _id }) => _id))
  return sortedLabels([...labels.filter(({ _id }) => !gone.has(_id)), ...added])
}
