import type { ReactNode } from 'react'
import { ChatLoader } from '#web/features/chat/box/chat-loader.tsx'
import { Commands } from '#web/features/palette/public.ts'
import { Banner } from './banner.tsx'
import { Footer } from './footer.tsx'
import { LiveStrip } from './live-strip.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import './shell.css'

/** Shows everything around the screens. */
export function Shell({ children }: { children: ReactNode }) {
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
