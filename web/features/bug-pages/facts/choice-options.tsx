import { IconCheck, IconX } from '@tabler/icons-react'
import { bugFields, type ChoiceName, type FlagName } from '#shared/bugs/fields.ts'
import { type BugStatus, isClosedStatus } from '#shared/bugs/words.ts'
import { ChoiceIcon } from '#web/features/bugs/public.ts'
import { beginsAWord } from '#web/lib/begins-a-word.ts'
import type { FactOption, Shown } from './fact-option.ts'

/**
 * Returns the values of a field of a few values, in the order of its declaration. The digit of each is its place there,
 * whatever else is offered.
 * @param offered those that may be set
 */
export function choiceOptions(
  name: ChoiceName,
  offered: readonly string[] = bugFields[name].values,
): readonly FactOption[] {
  const values: readonly string[] = bugFields[name].values
  return values
    .map((value, index) => ({
      key: value,
      words: value,
      icon: <ChoiceIcon name={name} value={value} />,
      digit: String(index + 1),
      value,
      shown: shownOf(name, value),
    }))
    .filter(({ value }) => offered.includes(value))
}

function shownOf(name: ChoiceName, value: string): Shown {
  if (name === 'status') return { status: value as BugStatus, isClosed: isClosedStatus(value as BugStatus) }
  // Any other classification ends the link to the original.
  const ends = name === 'classification' && value !== 'duplicate'
  return { [name]: value, ...(ends && { duplicateOf: undefined, isMerged: false }) }
}

/** Returns yes and no. */
export function flagOptions(name: FlagName): readonly FactOption[] {
  return [true, false].map((value, index) => ({
    key: String(value),
    words: value ? 'yes' : 'no',
    icon: value ? <IconCheck size={16} aria-hidden /> : <IconX size={16} aria-hidden />,
    digit: String(index + 1),
    value,
    shown: { [name]: value },
  }))
}

type Named = { readonly words: string }

/** Returns the options of which a word begins as typed. */
export function begun<O extends Named>(options: readonly O[], typed: string): readonly O[] {
  return options.filter(({ words }) => beginsAWord(words, typed))
}

/** Returns the options that hold what is typed: first those of which a word begins so. */
export function narrowed<O extends Named>(options: readonly O[], typed: string): readonly O[] {
  const first = begun(options, typed)
  const holds = ({ words }: O) => words.toLowerCase().includes(typed.trim().toLowerCase())
  return [...first, ...options.filter((option) => !first.includes(option) && holds(option))]
}
