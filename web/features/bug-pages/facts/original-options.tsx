import { IconLinkOff } from '@tabler/icons-react'
import { OpenClosedBadge } from '#web/features/bugs/public.ts'
import { useCandidates } from '#web/features/similar/public.ts'
import { type Original, typedId } from '../originals/original.ts'
import { useOriginalSearch } from '../originals/use-original-search.ts'
import { narrowed } from './choice-options.tsx'
import type { FactBug } from './facts.ts'
import type { FactOption, FoundOptions } from './fact-option.ts'

/** Finds what may be the original of a bug: the likeliest before anything is typed, and then whatever the words find. */
export function useOriginalOptions(words: string, bug: FactBug): FoundOptions {
  const { candidates, state: likely } = useCandidates(bug._id)
  const { originals, state } = useOriginalSearch(words, bug._id)
  const isTyped = words.trim() !== ''
  const id = typedId(words)
  const named = id === undefined || originals.some(({ _id }) => _id === id) ? [] : [byId(id)]
  // What fewer words have found is taken by Enter too, so it is offered no longer than it has the words.
  const found = originals.filter(({ title }) => state === 'found' || hasWords(title, words))
  // A duplicate is no original, but what it repeats is one.
  const similar = candidates.map(({ original, ...candidate }) => original ?? candidate)
  const distinct = similar.filter(({ _id }, index) => similar.findIndex((other) => other._id === _id) === index)
  return {
    groups: [
      {
        name: isTyped ? 'Found' : 'Similar',
        items: [...named, ...(isTyped ? found : distinct).map(originalOption)],
      },
      { name: 'None', items: bug.duplicateOf ? narrowed([none], words) : [] },
    ],
    isSearching: isTyped ? state === 'searching' : likely === 'searching',
    error: (isTyped ? state : likely) === 'failed' ? new Error('The bugs could not be searched.') : null,
  }
}

function hasWords(title: string, typed: string): boolean {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => title.toLowerCase().includes(word))
}

function originalOption({ _id, key, product, title, isClosed }: Original): FactOption {
  return {
    key: _id,
    words: title,
    icon: <OpenClosedBadge isClosed={isClosed} isIcon />,
    hint: key,
    value: _id,
    shown: { classification: 'duplicate', duplicateOf: { _id, key, product, title, isClosed } },
  }
}

/** An id of which it is not known whether it is one of a bug. */
function byId(id: string): FactOption {
  return { key: id, words: `The bug with the id ${id}`, value: id, shown: { classification: 'duplicate' } }
}

const none: FactOption = {
  key: 'none',
  words: 'none',
  icon: <IconLinkOff size={18} stroke={1.5} aria-hidden />,
  value: null,
  shown: { classification: 'duplicate', duplicateOf: undefined },
}
