import type { ReactNode } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { mayChange } from '#shared/bugs/fields.ts'
import { PrivateMark } from '#web/features/bugs/public.ts'
import { Button } from '#web/ui/controls/button.tsx'

const waiting = (words: string) => (
  <Button size="xs" variant="default" disabled>
    {words}
  </Button>
)

/** What is pressed to change who can see a bug. */
export interface PrivacyControls {
  readonly makePrivate: ReactNode
  readonly makeVisible: ReactNode
  readonly add: ReactNode
  readonly remove: (reader: Bug['readers'][number]) => ReactNode
}

/** Who can see a bug. @param props.controls until they have loaded, others hold their places, so that nothing moves */
export function PrivacyWords({ bug, controls }: { bug: Bug; controls?: PrivacyControls }) {
  const may = mayChange(bug.abilities, 'isPrivate')
  if (!bug.isPrivate) {
    return (
      <span className="bug-facts-row">
        <span>Everybody who can see {bug.product.name}</span>
        {may && (controls?.makePrivate ?? waiting('Make private'))}
      </span>
    )
  }
  return (
    <>
      <p>
        <PrivateMark /> Its reporter, its assignee, and who may see all private bugs
        {bug.readers.length > 0 && ', and:'}
      </p>
      {bug.readers.length > 0 && (
        <ul className="bug-readers">
          {bug.readers.map((reader) => (
            <li key={reader._id}>
              <bdi>{reader.fullName}</bdi>
              {may && controls?.remove(reader)}
            </li>
          ))}
        </ul>
      )}
      {may && (
        <span className="bug-facts-row">
          {controls?.add ?? waiting('Add somebody')}
          {controls?.makeVisible ?? waiting('Make visible')}
        </span>
      )}
    </>
  )
}
