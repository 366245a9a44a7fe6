import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { useLate } from '#web/ui/late/use-late.ts'
import { usePopup } from '#web/ui/overlays/use-popup.ts'

const WhyDialog = lazyPart(() => import('./why-dialog.tsx').then(({ WhyDialog }) => WhyDialog))

/** Opens the choice of how much its reader hears of a bug. */
export function LevelButton({ bug }: { bug: Bug }) {
  const { isOpen, onClose, button, popup } = usePopup('menu')
  const [isAsking, setIsAsking] = useState(false)
  const LevelMenu = useLate(load, isOpen ? 'now' : 'idle', onClose)
  return (
    <>
      <IconButton
        size={30}
        variant="default"
        className="not-printed"
        aria-label="How much you hear of this bug"
        title="How much you hear of this bug"
        {...button}
      >
        <IconChevronDown size={14} aria-hidden />
      </IconButton>
      {isOpen && LevelMenu && <LevelMenu bug={bug} popup={popup} onWhy={() => setIsAsking(true)} />}
      {isAsking && <WhyDialog plain={null} part={{ bugId: bug._id, onClose: () => setIsAsking(false) }} />}
    </>
  )
}

const load = () => import('./level-menu.tsx').then(({ LevelMenu }) => LevelMenu)
