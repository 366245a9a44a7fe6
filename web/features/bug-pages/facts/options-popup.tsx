import type { ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { explainError } from '#web/lib/explain-error.ts'
import { Picker } from '#web/ui/overlays/picker.tsx'
import type { FactOption, FoundOptions } from './fact-option.ts'

type Rest = Omit<ComponentProps<typeof Picker>, 'groups' | 'status' | 'isSearching' | 'hasDigits' | 'onPick'>

/**
 * Shows what was found for a fact, in a list that closes before what is chosen has its effect.
 * @param props.none said when nothing was found
 */
export function OptionsPopup({
  found: { groups, isSearching, error, hasDigits },
  none,
  onPick,
  ...rest
}: Rest & { found: FoundOptions; none: string; onPick: (option: FactOption) => void }) {
  const options = groups.flatMap(({ items }) => items)
  const nothing = isSearching ? 'Searching …' : none
  return (
    <Picker
      {...rest}
      groups={groups.filter(({ items }) => items.length > 0)}
      status={error ? explainError(error).explanation : options.length === 0 ? nothing : undefined}
      isSearching={isSearching}
      hasDigits={hasDigits}
      onPick={(key) => {
        const option = options.find((one) => one.key === key)
        if (option) onPick(option)
      }}
    />
  )
}

/** Closes first: the focus is back before anything else that the choice opens. */
export function pickClosed(
  option: FactOption,
  { onPick, onClose }: { onPick: (option: FactOption) => void; onClose: () => void },
): void {
  flushSync(onClose)
  onPick(option)
}
