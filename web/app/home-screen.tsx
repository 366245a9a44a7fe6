import { HomePage } from '#web/features/home/home-page.tsx'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'

const WorkPart = lazyPart(() => import('#web/features/bug-pages/work/work.tsx').then(({ Work }) => Work))

/** Shows the home page; of somebody logged in it begins with their work, whose code strangers do not load. */
export function HomeScreen() {
  return <HomePage work={(below, alone) => <WorkPart plain={alone} coming={null} part={{ children: below }} />} />
}
