import { useEffect, useEffectEvent, useState } from 'react'
import { type ChoiceName, isPart, type PartName } from '#shared/bugs/fields.ts'
import type { TypedAhead } from '#web/ui/late/use-typed-ahead.ts'
import { digitIn, itemOf } from '#web/ui/overlays/picker-item.ts'
import { choiceOptions, narrowed } from './choice-options.tsx'
import type { FactOption, FoundOptions } from './fact-option.ts'
import { changeWords, currentOf, type FactBug, type FactName, isChoice, settableOf } from './facts.ts'
import { LabelsPicker } from './labels-picker.tsx'
import { OptionsPopup, pickClosed } from './options-popup.tsx'
import { useOriginalOptions } from './original-options.tsx'
import { usePartOptions } from './part-options.tsx'
import { usePeopleOptions } from './people-options.tsx'
import { useProductOptions } from './product-options.tsx'

interface Props {
  readonly bug: FactBug
  readonly name: FactName
  /** What was typed before it was there. */
  readonly typed: TypedAhead
  readonly anchor: HTMLElement
  readonly returnTo: HTMLElement
  readonly onPick: (option: FactOption) => void
  readonly onClose: () => void
}

/** Opens the list of what a fact of a bug may be set to, with a field that narrows it. */
export function FactPicker(props: Props) {
  const { name } = props
  if (isChoice(name)) return <ChoicePicker {...props} name={name} />
  if (name === 'product') return <ProductPicker {...props} />
  if (isPart(name)) return <PartPicker {...props} name={name} />
  if (name === 'labels') return <OwnLabels {...props} />
  return name === 'assignee' ? <PeoplePicker {...props} /> : <OriginalPicker {...props} />
}

function ChoicePicker({ name, ...props }: Props & { name: ChoiceName }) {
  const { bug, typed, onPick, onClose } = props
  const options = choiceOptions(name, settableOf(bug, name))
  const typedAhead = itemOf(options, typed.words[0])
  const [words, setWords] = useState(typedAhead ? '' : typed.words)
  const pickTyped = useEffectEvent(() => typedAhead && pickClosed(typedAhead, { onPick, onClose }))
  useEffect(() => void pickTyped(), [])
  const found = { groups: [{ name: 'Values', items: narrowed(options, words) }], isSearching: false, error: null }
  return <Options {...props} name={name} words={words} onWords={setWords} found={found} none="None is called so." />
}

function OwnLabels({ bug, name, typed, anchor, ...props }: Props) {
  return (
    <LabelsPicker
      {...props}
      id={`set-${name}`}
      label={changeWords(name)}
      anchor={{ current: anchor }}
      present={bug.labels}
      typed={typed.words}
    />
  )
}

function PeoplePicker(props: Props) {
  const digit = digitIn(props.typed)
  const [words, setWords] = useState(digit === undefined ? props.typed.words : '')
  const { _id, assigned } = props.bug
  const assignee = assigned?.isActive ? { _id: assigned.assignedTo, fullName: assigned.fullName } : undefined
  const found = usePeopleOptions(words, _id, assignee)
  return (
    <Options {...props} digit={digit} words={words} onWords={setWords} found={found} none="Nobody’s name begins so." />
  )
}

function ProductPicker(props: Props) {
  const [words, setWords] = useState(props.typed.words)
  const found = useProductOptions(words)
  return <Options {...props} words={words} onWords={setWords} found={found} none="No product is called so." />
}

function PartPicker(props: Props & { name: PartName }) {
  const [words, setWords] = useState(props.typed.words)
  const found = usePartOptions(words, props.name, props.bug.product._id)
  return (
    <Options {...props} words={words} onWords={setWords} found={found} none="The product has none that is called so." />
  )
}

function OriginalPicker(props: Props) {
  const [words, setWords] = useState(props.typed.words)
  const found = useOriginalOptions(words, props.bug)
  const none =
    words.trim() === '' ? 'Nothing similar was found. Type words or an id.' : 'No bug has these words or this id.'
  return <Options {...props} words={words} onWords={setWords} found={found} none={none} />
}

function Options({
  bug,
  name,
  typed,
  digit,
  anchor,
  returnTo,
  words,
  onWords,
  found,
  none,
  onPick,
  onClose,
}: Props & {
  digit?: string | undefined
  words: string
  onWords: (words: string) => void
  found: FoundOptions
  none: string
}) {
  const current = currentOf(bug, name)
  const withCurrent = (option: FactOption) => ({ ...option, isCurrent: option.value === current })
  return (
    <OptionsPopup
      id={`set-${name}`}
      label={changeWords(name)}
      anchor={{ current: anchor }}
      returnTo={returnTo}
      words={words}
      onWords={onWords}
      found={{ ...found, groups: found.groups.map((group) => ({ ...group, items: group.items.map(withCurrent) })) }}
      none={none}
      isSent={typed.isSent}
      digit={digit}
      hasFew={isChoice(name)}
      isWide={name === 'duplicateOf'}
      onPick={onPick}
      onClose={onClose}
    />
  )
}
