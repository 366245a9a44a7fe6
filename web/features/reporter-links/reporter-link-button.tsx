import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'

const ReporterLinkDialog = lazyPart(async () => (await import('./link-screens.ts')).ReporterLinkDialog)

/** Opens what the team may do about the link of a reporter without an account. */
export function ReporterLinkButton({ bug }: { bug: Pick<Bug, '_id'> }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" icon={<IconLink size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        Reporter’s link
      </Button>
      {isOpen && <ReporterLinkDialog plain={null} part={{ bugId: bug._id, onClose: () => setIsOpen(false) }} />}
    </>
  )
}
