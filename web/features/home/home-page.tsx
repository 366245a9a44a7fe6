import type { ReactNode } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Page } from '#web/ui/page/page.tsx'
import { AboutProject } from './about-project.tsx'
import { ContinueLink } from './continue-link.tsx'
import { FeatureCards } from './feature-cards.tsx'
import { SampleList } from './sample-list.tsx'
import { WayIn } from './way-in.tsx'
import './home-page.css'

/**
 * Shows the landing page.
 * @param work shows what somebody logged in has to do, and below it what the product is about; `alone` stands where the
 * work can't be shown
 */
export function HomePage({ work }: { work: (below: ReactNode, alone: ReactNode) => ReactNode }) {
  const { state } = useSession()
  const { productName } = useSite()
  return (
    <Page title={productName} heading={null} isDense={state === 'in'}>
      {state === 'in' && <ContinueLink />}
      {state === 'in' ? work(<About isBelow />, <About />) : <About />}
    </Page>
  )
}

/** Shows what the product is about, for itself or below something else. */
function About({ isBelow = false }: { isBelow?: boolean }) {
  const { state, unanswered } = useSession()
  const { home } = useSite()
  const Title = isBelow ? 'h2' : 'h1'
  return (
    // Until it is known who is there, for a moment nothing is shown rather than what is replaced at once.
    <div
      className="home-about"
      data-below={isBelow || undefined}
      data-unknown={(state === 'unknown' && !unanswered) || undefined}
    >
      <section className="home-hero">
        <div className="home-words">
          <Title tabIndex={isBelow ? undefined : -1} className="home-title">
            {home.title}
          </Title>
          <p className="home-description">{home.text}</p>
          {state === 'out' && <WayIn />}
        </div>
        {!isBelow && (
          <div className="home-lamp">
            <SampleList />
          </div>
        )}
      </section>
      <FeatureCards />
      {home.about !== '' && <AboutProject words={home.about} />}
    </div>
  )
}
