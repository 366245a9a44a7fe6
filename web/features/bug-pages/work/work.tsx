import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { WorkLists } from './work-lists.tsx'
import './work.css'

/** Shows what somebody logged in has to do, and below it the children. */
export function Work({ children }: { children: ReactNode }) {
  const session = useSession()
  const isReader = session.has('canViewData')
  const heading = useRef<HTMLHeadingElement>(null)
  // A navigation that came before this code could find no heading, and put the focus on what holds the screen.
  useEffect(() => {
    if (document.activeElement?.id === 'content') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <header className="work-header">
        <h1 ref={heading} tabIndex={-1} className="work-title">
          Hello, {session.name}
        </h1>
        {isReader && <BugSearch />}
        <ButtonLink to={paths.reportBug} icon={<IconPlus size={16} aria-hidden />}>
          Report Bug
        </ButtonLink>
      </header>
      {isReader ? <WorkLists>{children}</WorkLists> : children}
    </>
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
    <form role="search" aria-label="Bugs" className="work-search" onSubmit={search}>
      <TextField
        name="keywords"
        type="search"
        aria-label="Search bugs by words or id"
        placeholder="Search bugs by words or id"
        icon={<IconSearch size={16} aria-hidden />}
      />
    </form>
  )
}
