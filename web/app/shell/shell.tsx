import { type ReactNode, useLayoutEffect } from 'react'
import { ChatLoader } from '#web/features/chat/box/chat-loader.tsx'
import { Commands } from '#web/features/palette/public.ts'
import { useSession } from '#web/lib/session/session.ts'
import { setFormats } from '#web/ui/text/formats.ts'
import { useSessionEnd } from '#web/lib/session/use-session-end.ts'
import { Banner } from './banner.tsx'
import { Footer } from './footer.tsx'
import { LiveStrip } from './live-strip.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import './shell.css'

/** Shows everything around the screens. */
export function Shell({ children }: { children: ReactNode }) {
  useSessionEnd()
  useOwnFormats()
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Banner />
      <NavigationBar />
      <LiveStrip />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <ChatLoader />
      <Commands />
      <RouteAnnouncer />
    </div>
  )
}

/** Shows dates and numbers as the reader prefers them, before anything is painted with them. */
function useOwnFormats(): void {
  const { preferences } = useSession()
  useLayoutEffect(() => setFormats(preferences), [preferences])
}
