import { IconBug, IconMessages, IconUsers } from '@tabler/icons-react'
import { useSite } from '#web/lib/session/site.ts'
import './feature-cards.css'

const features = [
  {
    icon: IconBug,
    title: 'Bug Management',
    words: 'Track, classify and manage software issues, from the first report to the day they are closed.',
  },
  {
    icon: IconUsers,
    title: 'User Management',
    words: 'Accounts with role-based permissions decide who may see, edit, classify, assign and close.',
  },
  {
    icon: IconMessages,
    title: 'Live Chat',
    words: 'Real-time communication: a visitor’s question reaches an admin while both are there.',
  },
]

/** Shows the three things that the product offers. */
export function FeatureCards() {
  return (
    <section aria-labelledby="features-title">
      <h2 id="features-title" className="visually-hidden">
        What {useSite().productName} offers
      </h2>
      <ul className="feature-cards">
        {features.map(({ icon: Icon, title, words }) => (
          <li key={title} className="feature-card">
            <Icon size={22} stroke={1.6} aria-hidden className="feature-icon" />
            <h3>{title}</h3>
            <p className="muted">{words}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
