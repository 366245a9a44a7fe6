import { useSession } from '#web/lib/session/session.ts'
import { Page } from '#web/ui/page/page.tsx'
import { AboutProject } from './about-project.tsx'
import { FeatureCards } from './feature-cards.tsx'
import { NextSteps } from './next-steps.tsx'
import { SampleList } from './sample-list.tsx'
import { WayIn } from './way-in.tsx'
import './home-page.css'

/** Shows the landing page; for logged-in people, with links to their next steps. */
export function HomePage() {
  const session = useSession()
  return (
    <Page title="Mothlight" heading={null}>
      <section className="home-hero">
        <div className="home-words">
          <h1 tabIndex={-1} className="home-title">
            Every bug, brought to light
          </h1>
          <p className="home-description">
            Mothlight is a bug tracker for people who report problems and people who solve them. Say what went wrong and
            how to see it again; then discuss it, classify it, assign it and close it, all in one place.
          </p>
          {session.state === 'out' && <WayIn />}
        </div>
        <div className="home-lamp">{session.state === 'in' ? <NextSteps session={session} /> : <SampleList />}</div>
      </section>
      <FeatureCards />
      <AboutProject />
    </Page>
  )
}
