import { IconHelp } from '@tabler/icons-react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useLate } from '#web/ui/late/use-late.ts'
import { toastError } from '#web/ui/notices/toast.ts'
import { usePopup } from '#web/ui/overlays/use-popup.ts'

const load = () => import('./search-examples.tsx').then(({ SearchExamples }) => SearchExamples)

/**
 * Shows the button, inside the field, for examples of what can be typed.
 * @param props.onExample called for the one that is pressed; it takes the focus
 */
export function SearchHelp({ onExample }: { onExample: (text: string) => void }) {
  const { isOpen, button, popup } = usePopup('dialog')
  const SearchExamples = useLate(load, isOpen ? 'now' : 'idle', () => {
    popup.onClose()
    toastError('The examples could not be loaded', undefined, 'Check your connection, and try again.')
  })
  return (
    <>
      <IconButton size={28} aria-label="How to search" title="How to search" {...button}>
        <IconHelp size={18} aria-hidden />
      </IconButton>
      {isOpen && SearchExamples && <SearchExamples popup={popup} onExample={onExample} />}
    </>
  )
}
