import { IconLayoutSidebar } from '@tabler/icons-react'
import { useActions } from '#web/lib/keys/actions.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useSplitChoice } from './split-choice.ts'

/** Shows the list beside the bug, or each by itself. Absent where the window has no room for both. */
export function SplitSwitch({ isSplit, onChange }: { isSplit: boolean; onChange: (isSplit: boolean) => void }) {
  const { isOffered } = useSplitChoice()
  const change = () => onChange(!isSplit)
  useActions([
    {
      id: 'look.split',
      label: isSplit ? 'Close the split view' : 'Split view: the list beside the bug',
      group: 'Everywhere',
      // A backslash takes three fingers on many keyboards.
      keys: ['Shift+B', '\\'],
      isEnabled: isOffered,
      run: change,
    },
  ])
  if (!isOffered) return null
  return (
    <IconButton
      className="split-switch not-printed"
      size={30}
      variant={isSplit ? 'default' : 'subtle'}
      aria-label="Split view"
      aria-pressed={isSplit}
      title={isSplit ? 'Close the split view' : 'Show the list beside the bug'}
      onClick={change}
    >
      <IconLayoutSidebar size={18} aria-hidden />
    </IconButton>
  )
}
