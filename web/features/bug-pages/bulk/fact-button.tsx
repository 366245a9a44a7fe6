import { useEffectEvent, useLayoutEffect, useState } from 'react'
import {
  type BugField,
  type BulkName,
  bugFields,
  type ChoiceName,
  type FlagName,
  isPart,
  type PartName,
} from '#shared/bugs/fields.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import type { TypedAhead } from '#web/ui/late/use-typed-ahead.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { digitIn } from '#web/ui/overlays/picker-item.ts'
import { usePopup } from '#web/ui/overlays/use-popup.ts'
import { choiceOptions, flagOptions, narrowed } from '../facts/choice-options.tsx'
import type { FactOption, FoundOptions } from '../facts/fact-option.ts'
import { LabelsPicker } from '../facts/labels-picker.tsx'
import { OptionsPopup } from '../facts/options-popup.tsx'
import { factOfMany } from '../select/bulk-facts.ts'
import { isAboutList } from '../select/select-box.tsx'
import { usePartOptions } from '../facts/part-options.tsx'
import { usePeopleOptions } from '../facts/people-options.tsx'
import { useProductOptions } from '../facts/product-options.tsx'

/** A fact whose key was pressed before there was a button for it. */
export interface AskedFact {
  readonly name: BulkName
  /** What was typed after it. */
  readonly typed: TypedAhead
}

/** How it was opened. */
interface Opening {
  readonly returnTo?: HTMLElement | undefined
  readonly typed?: TypedAhead
}

interface FactProps {
  readonly name: BulkName
  /** One of the bugs: who is likely to get it. */
  readonly bugId: string
  readonly onChoose: (option: FactOption) => void
}

type PickerProps = FactProps & ReturnType<typeof usePopup>['popup'] & Opening

/**
 * Sets one fact of the selected bugs: opens the list of what it may be. Its key, which is about the bug in work, is about
 * all that are selected while there are some.
 */
export function FactButton({
  asked,
  onAsked,
  ...props
}: FactProps & { asked: AskedFact | undefined; onAsked: () => void }) {
  const { name } = props
  const { isOpen, open, button, popup } = usePopup('dialog')
  const [opening, setOpening] = useState<Opening>({})
  const { label, key, kind }: BugField = bugFields[name]

  function openByKey(typed?: TypedAhead) {
    const { activeElement } = document
    if (!isAboutList()) return false
    open()
    // Who works through the list goes on there.
    const returnTo = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : undefined
    setOpening({ returnTo, ...(typed && { typed }) })
    return true
  }

  const isAsked = asked?.name === name
  const openAsked = useEffectEvent(() => {
    const { activeElement } = document
    openByKey(asked?.typed)
    // What was typed may choose before the list has had the focus, which it would give back.
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
    onAsked()
  })
  useLayoutEffect(() => {
    if (isAsked) openAsked()
  }, [isAsked])

  const action = { label: `Set ${factOfMany(name)} of the selected bugs`, group: 'List' } as const
  useActions([
    { ...action, id: `bulk.${name}`, run: open },
    // The action of a single bug by that name comes after this one.
    ...(key === undefined
      ? []
      : [{ ...action, id: `bug.set-${name}`, keys: key, inPalette: false, run: () => openByKey() }]),
  ])
  return (
    <>
      <Button
        size="xs"
        variant="default"
        title={key === undefined ? action.label : `${action.label} (${key})`}
        {...button}
        onFocus={() => setOpening({})}
      >
        {label}
      </Button>
      {isOpen &&
        (kind === 'choice' || kind === 'flag' ? (
          <ValuePicker {...props} {...popup} {...opening} />
        ) : name === 'product' ? (
          <ProductPicker {...props} {...popup} {...opening} />
        ) : isPart(name) ? (
          <PartPicker {...props} {...popup} {...opening} name={name} />
        ) : name === 'labels' ? (
          <ManyLabels {...props} {...popup} {...opening} />
        ) : (
          <PeoplePicker {...props} {...popup} {...opening} />
        ))}
    </>
  )
}

function ValuePicker(props: PickerProps) {
  const { name } = props
  const [words, setWords] = useState(props.typed?.words ?? '')
  const values = bugFields[name].kind === 'flag' ? flagOptions(name as FlagName) : choiceOptions(name as ChoiceName)
  const groups = [{ name: 'Values', items: narrowed(values, words) }]
  const found = { groups, isSearching: false, error: null }
  return <Options {...props} words={words} onWords={setWords} found={found} none="None is called so." />
}

function ManyLabels({ name, bugId: _, typed, onChoose, ...props }: PickerProps) {
  return (
    <LabelsPicker
      {...props}
      label={bugFields[name].label}
      present={undefined}
      typed={typed?.words ?? ''}
      onPick={onChoose}
    />
  )
}

function PeoplePicker(props: PickerProps) {
  const { typed = { words: '' }, bugId } = props
  const digit = digitIn(typed)
  const [words, setWords] = useState(digit === undefined ? typed.words : '')
  const found = usePeopleOptions(words, bugId)
  return (
    <Options {...props} digit={digit} words={words} onWords={setWords} found={found} none="Nobody’s name begins so." />
  )
}

function ProductPicker(props: PickerProps) {
  const [words, setWords] = useState(props.typed?.words ?? '')
  const found = useProductOptions(words)
  return <Options {...props} words={words} onWords={setWords} found={found} none="No product is called so." />
}

function PartPicker({ name, ...props }: PickerProps & { name: PartName }) {
  const [words, setWords] = useState(props.typed?.words ?? '')
  const found = usePartOptions(words, name, undefined)
  return <Options {...props} name={name} words={words} onWords={setWords} found={found} none="None is called so." />
}

function Options({
  name,
  bugId: _,
  typed,
  onChoose,
  ...rest
}: PickerProps & {
  digit?: string | undefined
  words: string
  onWords: (words: string) => void
  found: FoundOptions
  none: string
}) {
  return (
    <OptionsPopup
      {...rest}
      label={bugFields[name].label}
      isSent={typed?.isSent}
      hasFew={bugFields[name].kind === 'choice' || bugFields[name].kind === 'flag'}
      onPick={onChoose}
    />
  )
}
