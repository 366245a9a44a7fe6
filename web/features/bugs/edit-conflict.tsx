import { Button } from '@mantine/core'
import { bugTextLabels, type BugTextName, type BugTexts } from './bug-texts.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PlainText } from './plain-text.tsx'
import './edit-conflict.css'

/** Says that others changed the same texts since, shows theirs, and lets one choose. */
export function EditConflict({
  names,
  saved,
  onTakeTheirs,
}: {
  names: readonly BugTextName[]
  saved: BugTexts
  onTakeTheirs: (name: BugTextName) => void
}) {
  return (
    // Here from the start, because screen readers miss a region that arrives together with its text.
    <div role="alert" className="edit-conflicts">
      {names.map((name) => (
        <Notice
          key={name}
          tone="warning"
          title={`Somebody else changed the ${bugTextLabels[name].toLowerCase()} meanwhile`}
        >
          <p>Updating replaces what they wrote with what stands above.</p>
          <details className="edit-conflict">
            <summary>What they wrote</summary>
            <PlainText text={saved[name]} />
          </details>
          <Button size="xs" variant="default" onClick={() => onTakeTheirs(name)}>
            Take theirs
          </Button>
        </Notice>
      ))}
    </div>
  )
}
