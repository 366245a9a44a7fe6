import { useState } from 'react'
import type { Thread } from '../channel/thread.ts'

/** Selected messages of a conversation, by their positions. */
export interface MessageSelection {
  readonly has: (seq: number) => boolean
  readonly toggle: (seq: number) => void
  readonly count: number
}

/** Selects messages: off until `begin`. Notices of the product can't be selected. */
export function useMessageSelection({ messages }: Thread) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>()
  const choosable = messages.filter(({ from }) => from !== 'product')
  const selection: MessageSelection | undefined = chosen && {
    has: (seq) => chosen.has(seq),
    toggle: (seq) =>
      setChosen(chosen.has(seq) ? new Set([...chosen].filter((one) => one !== seq)) : new Set([...chosen, seq])),
    count: chosen.size,
  }
  return {
    selection,
    messages: chosen ? choosable.filter(({ seq }) => chosen.has(seq)) : [],
    isAll: chosen !== undefined && choosable.every(({ seq }) => chosen.has(seq)),
    begin: () => setChosen(new Set()),
    chooseAll: () => setChosen(new Set(choosable.map(({ seq }) => seq))),
    chooseNone: () => setChosen(new Set()),
    end: () => setChosen(undefined),
  }
}
