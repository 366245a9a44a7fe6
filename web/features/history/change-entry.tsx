import { IconArrowBackUp, IconHistory } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { paths } from '#web/lib/paths.ts'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { ChangedTexts } from './changed-texts.tsx'
import { EntryIcon } from './entry-icon.tsx'
import { EntrySentence } from './entry-sentence.tsx'
import { entrySentence } from '#shared/history/entry-words.ts'
import { TitleChange } from './difference/title-change.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import './change-entry.css'

/** A change as one line, with what differs in texts below it. Hundreds of them are on one page, so each renders once. */
export const ChangeEntry = memo(function ChangeEntry({ bugId, entry }: { bugId: string; entry: TimelineEntry }) {
  const title = entry.changes.find(({ field }) => field === 'title')
  const hasTexts = entry.changes.some(({ field, isApart }) => isApart || isText(field))
  return (
    <li id={`entry-${entry._id}`} className="change" data-undone={entry.undoneBy !== undefined || undefined}>
      <span className="change-icon" aria-hidden>
        <EntryIcon entry={entry} />
      </span>
      <div className="change-words">
        <p>
          <EntrySentence entry={entry} />
          <span className="change-time">
            {' · '}
            <TimeAgo value={entry.at} />
          </span>
          {entry.undoneBy !== undefined && (
            <span className="change-undone">
              {' · '}
              <a href={`#entry-${entry.undoneBy}`}>taken back</a>
            </span>
          )}
        </p>
        {title && <TitleChange change={title} />}
        {hasTexts && <ChangedTexts bugId={bugId} entry={entry} />}
      </div>
      <EntryMenu bugId={bugId} entry={entry} />
    </li>
  )
})

function isText(field: TimelineEntry['changes'][number]['field']): boolean {
  return field === 'description' || field === 'stepsToReproduce' || field === 'message'
}

function EntryMenu({ bugId, entry }: { bugId: string; entry: TimelineEntry }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="change-menu not-printed">
      <ActionMenu
        label={`Actions for: ${entrySentence(entry)}`}
        entries={[
          {
            key: 'as of',
            icon: <IconHistory size={16} aria-hidden />,
            words: 'Bug as it was then',
            to: paths.bugAsOf(bugId, entry._id),
          },
          entry.abilities.undo && {
            key: 'undo',
            icon: <IconArrowBackUp size={16} aria-hidden />,
            words: 'Undo',
            onRun: () => setIsAsking(true),
          },
        ]}
      />
      {isAsking && <UndoDialog bugId={bugId} entry={entry} onClose={() => setIsAsking(false)} />}
    </div>
  )
}
