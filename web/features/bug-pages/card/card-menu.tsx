import { IconArrowRight, IconCategory, IconPencil, IconSquareCheck, IconUserPlus } from '@tabler/icons-react'
import { memo } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { snoozeEntry } from '#web/features/snoozing/public.ts'
import { paths } from '#web/lib/paths.ts'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import type { MenuEntry } from '#web/ui/overlays/popup-props.ts'
import { selectMore } from '../select/selection.ts'

/**
 * What can be done to a bug from the list; the server has decided which of these its reader may do.
 * @param props.isSelectable offers to select it where no box comes up under a pointer
 */
export const CardMenu = memo(function CardMenu({
  bugId,
  title,
  abilities: { edit, classify, assign },
  isSelectable = false,
}: {
  bugId: string
  title: string
  abilities: BugListItem['abilities']
  isSelectable?: boolean
}) {
  const screens = [
    { words: 'Show More', Icon: IconArrowRight, to: paths.viewBug(bugId), may: true },
    {
      words: 'Edit',
      Icon: IconPencil,
      to: edit === 'my' ? paths.editMyBug(bugId) : paths.editAnyBug(bugId),
      may: edit !== 'none',
    },
    { words: 'Classify', Icon: IconCategory, to: paths.classifyBug(bugId), may: classify },
    { words: 'Assign User', Icon: IconUserPlus, to: paths.assignUser(bugId), may: assign },
  ]
  const entries = screens.map(
    ({ words, Icon, to, may }): MenuEntry | false =>
      may && { key: words, words, icon: <Icon size={16} aria-hidden />, to },
  )
  return (
    <ActionMenu
      label={`Actions for ${title}`}
      entries={[
        ...entries,
        isSelectable && isTouch() && { ...select, onRun: () => selectMore([bugId]) },
        snoozeEntry(bugId),
      ]}
    />
  )
})

const select = { key: 'Select', words: 'Select', icon: <IconSquareCheck size={16} aria-hidden /> }

const isTouch = () => window.matchMedia('(hover: none)').matches
