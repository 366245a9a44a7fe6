import { useSite } from '#web/lib/session/site.ts'
import { Badge } from '#web/ui/badges/badge.tsx'
import './about-project.css'

const technologies = [
  'TypeScript',
  'React',
  'TanStack Router',
  'TanStack Query',
  'Base UI',
  'Vite',
  'Node.js',
  'Fastify',
  'Zod',
  'Kysely',
  'PostgreSQL',
]

/** Shows why the product exists and what it is made of. */
export function AboutProject({ words }: { words: string }) {
  const { author } = useSite()
  return (
    <section className="about-project" aria-labelledby="about-title">
      <div>
        <h2 id="about-title">Made to learn, built to be used</h2>
        <p className="about-words">
          {words}
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
