import { useSite } from '#web/lib/session/site.ts'
import { Badge } from '#web/ui/badges/badge.tsx'
import './about-project.css'

const technologies = [
  'TypeScript',
  'React',
  'TanStack Router',
  'TanStack Query',
  'Mantine',
  'Vite',
  'Node.js',
  'Fastify',
  'Zod',
  'Kysely',
  'PostgreSQL',
]

/** Shows why the product exists and what it is made of. */
export function AboutProject() {
  const { author } = useSite()
  return (
    <section className="about-project" aria-labelledby="about-title">
      <div>
        <h2 id="about-title">Made to learn, built to be used</h2>
        <p className="about-words">
          Mothlight is a school portfolio project. It runs on your own machine as one process beside one database.
          {author.portfolio && (
            <>
              {' '}
              <a href={author.portfolio} rel="noreferrer me">
                See {author.name ? `${author.name}’s` : 'the author’s'} portfolio
              </a>
              .
            </>
          )}
        </p>
      </div>
      <ul className="technologies" aria-label="Technologies">
        {technologies.map((name) => (
          <li key={name}>
            <Badge tone="light">{name}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
