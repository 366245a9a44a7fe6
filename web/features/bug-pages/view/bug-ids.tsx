import type { Bug } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import './bug-facts.css'

/** The ids of a bug and of its people, at the foot of its facts: programs ask for them, and people seldom. */
export function BugIds({ bug: { _id, assigned, createdBy } }: { bug: Bug }) {
  return (
    <dl className="bug-ids">
      <Id name="Id" id={_id} label="Copy the bug's full id" />
      <Id name="Creator" id={createdBy._id} label={`Copy the id of ${createdBy.fullName}`} isShort />
      {assigned && (
        <Id name="Assignee" id={assigned.assignedTo} label={`Copy the id of ${assigned.fullName}`} isShort />
      )}
    </dl>
  )
}

/** An id and the way to copy it. A short one shows its end; all of it is read, selected and copied. */
function Id({ name, id, label, isShort = false }: { name: string; id: string; label: string; isShort?: boolean }) {
  const hidden = isShort ? id.length - shortId(id).length : 0
  return (
    <div className="bug-id">
      <dt>{name}</dt>
      <dd>
        <span className="mono">
          {isShort && <span className="visually-hidden">{id.slice(0, hidden)}</span>}
          {id.slice(hidden)}
        </span>
        <CopyButton text={id} label={label} />
      </dd>
    </div>
  )
}
