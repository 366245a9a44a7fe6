import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { SimilarBug } from '#shared/similar/contract.ts'
import { bugQuery } from '#web/features/bugs/public.ts'
import { MarkdownText } from '#web/features/texts/public.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'

/** Shows details of a possible duplicate, and the possible actions. */
export function SimilarDetails({
  bug,
  takesFocus,
  onJoin,
}: {
  bug: SimilarBug
  /** Whether the reader comes back from joining. */
  takesFocus: boolean
  onJoin: () => void
}) {
  const { userId } = useSession()
  const { data: whole } = useQuery({ ...bugQuery(bug._id), retry: false })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  const isMine = bug.createdBy._id === userId
  return (
    <>
      {/* Scrolls when it is long; the keyboard needs to get there. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="similar-words" role="group" aria-label={`Description of ${bug.title}`} tabIndex={0}>
        {whole ? (
          <MarkdownText text={whole.description} mentions={whole.mentions} long="the description" />
        ) : (
          <p className="muted">{bug.excerpt}</p>
        )}
      </div>
      {bug.original && (
        <p className="muted">
          It is known as a duplicate of <Link to={paths.viewBug(bug.original._id)}>{bug.original.title}</Link>.
        </p>
      )}
      <div className="similar-actions">
        {isMine || whole?.isJoined ? (
          <span className="muted">{isMine ? 'You reported this bug.' : 'You are counted here already.'}</span>
        ) : (
          <Button size="xs" variant="default" ref={button} onClick={onJoin}>
            This is mine too
          </Button>
        )}
        <Link to={paths.viewBug(bug._id)}>
          Open<span className="visually-hidden"> {bug.title}</span>
        </Link>
      </div>
    </>
  )
}
