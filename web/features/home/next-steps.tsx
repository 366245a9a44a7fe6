import { Button, TextInput } from '@mantine/core'
import { IconBug, IconChevronRight, IconCircleDot, IconSearch } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import type { Session } from '#web/lib/session/session.ts'
import './next-steps.css'

/** Shows the likely next steps of a logged-in person. */
export function NextSteps({ session }: { session: Session }) {
  const mayView = session.has('canViewData')
  return (
    <section className="surface next-steps" aria-labelledby="next-steps-title">
      <h2 id="next-steps-title" className="next-steps-title">
        Hello, {session.name}
      </h2>
      {mayView && <BugSearch />}
      <ul className="next-steps-list">
        <Step to={paths.reportBug} icon={<IconBug size={18} aria-hidden />} name="Report Bug">
          Something went wrong? Write it down.
        </Step>
        {mayView && (
          <Step to={`${paths.bugList}?closed=open`} icon={<IconCircleDot size={18} aria-hidden />} name="Open Bugs">
            What still waits for somebody.
          </Step>
        )}
      </ul>
    </section>
  )
}

function BugSearch() {
  const router = useRouter()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const keywords = new FormData(event.currentTarget).get('keywords')?.toString().trim()
    void router.navigate({ to: paths.bugList, search: keywords ? { keywords } : {} })
  }
  return (
    <form role="search" aria-label="Bugs" className="next-steps-search" onSubmit={search}>
      <TextInput
        name="keywords"
        type="search"
        aria-label="Search bugs by words or id"
        placeholder="Search bugs by words or id"
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Button type="submit">Search</Button>
    </form>
  )
}

function Step({ to, icon, name, children }: { to: string; icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="next-step">
        <span className="next-step-icon">{icon}</span>
        <span className="next-step-words">
          <span className="next-step-name">{name}</span>
          <span className="muted">{children}</span>
        </span>
        <IconChevronRight size={16} aria-hidden className="next-step-arrow" />
      </Link>
    </li>
  )
}
