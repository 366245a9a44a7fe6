import { IconCheck, IconHelp } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Bug } from '#shared/bugs/contract.ts'
import { viewBugLevel } from '#shared/following/contract.ts'
import { notificationLevels } from '#shared/following/level.ts'
import { useBugLevel } from '#web/features/notifications/public.ts'
import { call } from '#web/lib/call.ts'
import { levelWords } from '#web/lib/level-words.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import type { usePopup } from '#web/ui/overlays/use-popup.ts'
import { levelAbout } from './level-about.ts'

const levelQuery = (bugId: string) =>
  queryOptions({
    queryKey: ['bug-level', bugId],
    queryFn: async ({ signal }) => (await call(viewBugLevel, { params: { bugId }, signal })).result,
    staleTime: 0,
  })

/** Offers how much its reader hears of a bug; what holds now is marked. And it leads to why they were told of what happened, or not. */
export function LevelMenu({
  bug,
  popup,
  onWhy,
}: {
  bug: Bug
  popup: ReturnType<typeof usePopup>['popup']
  onWhy: () => void
}) {
  const { data } = useQuery(levelQuery(bug._id))
  const { choose, isPending } = useBugLevel()
  return (
    <Menu
      {...popup}
      label="How much you hear of this bug"
      entries={[
        ...notificationLevels.map((level) => ({
          key: level,
          icon: <IconCheck size={16} aria-hidden style={{ opacity: data?.level === level ? 1 : 0 }} />,
          words: (
            <span className="bug-level-words">
              <span>
                {levelWords[level].name}
                {data?.level === level && <span className="visually-hidden">, as it is now</span>}
              </span>
              <span className="muted">{levelAbout[level]}</span>
            </span>
          ),
          onRun: () => isPending || choose(bug, level),
        })),
        {
          key: 'why',
          icon: <IconHelp size={16} aria-hidden />,
          words: 'Why did I (not) get this?',
          onRun: onWhy,
        },
      ]}
    />
  )
}
