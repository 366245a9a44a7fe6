import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Label } from '#shared/labels/label.ts'
import { writtenName } from '#shared/search/search-terms.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { LabelChip } from './label-chip.tsx'
import { DeleteLabelDialog, LabelDialog, MergeLabelDialog } from './label-dialogs.tsx'
import { labelsQuery } from './label-queries.ts'
import './labels-page.css'

const LateImportedLabels = lazyPart(async () => (await import('./imported-labels.tsx')).ImportedLabels)

/** What is asked about: a new label without one. */
type Question = { readonly what: 'edit' | 'merge' | 'delete'; readonly label: Label } | { readonly what: 'new' }

/** Shows all labels, to whoever may create, change, merge and delete them. */
export function LabelsPage() {
  const { data: labels, error, isFetching, refetch } = useQuery(labelsQuery)
  useGuardAgain(labels ? undefined : error)
  const [question, setQuestion] = useState<Question>()
  const add = useRef<HTMLButtonElement>(null)
  const close = () => setQuestion(undefined)

  return (
    <Page
      title="Labels"
      width="text"
      back={
        <Link to={paths.bugList}>
          <IconArrowLeft size={16} aria-hidden />
          Bugs
        </Link>
      }
      description="Words of the team for what bugs are about. A change holds for all bugs at once."
      actions={
        <Button ref={add} icon={<IconPlus size={16} aria-hidden />} onClick={() => setQuestion({ what: 'new' })}>
          New label
        </Button>
      }
    >
      {labels ? (
        labels.length === 0 ? (
          <EmptyState title="There are no labels yet">
            Create the first one here, or while you label a bug with the key l.
          </EmptyState>
        ) : (
          <ul className="labels-list">
            {labels.map((label) => (
              <LabelRow key={label._id} label={label} hasOthers={labels.length > 1} onAsk={setQuestion} />
            ))}
          </ul>
        )
      ) : error ? (
        <LoadError
          title="The labels could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <Loading label="Loading labels">
          <Skeleton height="240px" radius="10px" />
        </Loading>
      )}
      {labels && <LateImportedLabels plain={null} part={{}} />}
      {question?.what === 'new' && <LabelDialog onClose={close} />}
      {question?.what === 'edit' && <LabelDialog label={question.label} onClose={close} />}
      {question?.what === 'merge' && <MergeLabelDialog label={question.label} labels={labels ?? []} onClose={close} />}
      {question?.what === 'delete' && <DeleteLabelDialog label={question.label} onClose={close} />}
    </Page>
  )
}

function LabelRow({
  label,
  hasOthers,
  onAsk,
}: {
  label: Label
  hasOthers: boolean
  onAsk: (question: Question) => void
}) {
  const ask = (what: 'edit' | 'merge' | 'delete') => () => onAsk({ what, label })
  return (
    <li className="labels-row">
      <Link
        className="labels-name"
        to={paths.bugList}
        search={{ keywords: `label:${writtenName(label.name)}` }}
        title="Show its bugs"
      >
        <LabelChip label={label} />
      </Link>
      <p className="muted labels-description" dir="auto">
        {label.description}
      </p>
      <ActionMenu
        label={`Actions for the label ${label.name}`}
        entries={[
          { key: 'edit', words: 'Edit', onRun: ask('edit') },
          hasOthers && { key: 'merge', words: 'Merge into another', onRun: ask('merge') },
          { key: 'delete', words: 'Delete', onRun: ask('delete') },
        ]}
      />
    </li>
  )
}
