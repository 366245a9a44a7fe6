import { IconBookmarkPlus } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { View, ViewSearch } from '#shared/views/contract.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { Badge } from '#web/ui/badges/badge.tsx'
import { useLate } from '#web/ui/late/use-late.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { toastError } from '#web/ui/notices/toast.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useChangeView } from './use-view-changes.ts'
import { type OpenView, useViews } from './use-views.ts'
import type { ViewDialog } from './view-dialogs.tsx'
import { ViewBell } from './view-bell.tsx'
import { ViewMenu } from './view-menu.tsx'
import { ViewsList } from './views-list.tsx'
import './views-bar.css'

const load = () => import('./view-dialogs.tsx').then(({ ViewDialogs }) => ViewDialogs)

/** Which view is open, what of it was changed, and the way to the others; or the way to keep this search as a view. */
export function ViewsBar({
  opened,
  search,
  summary,
  isChanged,
  onOpen,
  onLeave,
  children,
}: {
  opened: OpenView
  /** What the list shows. */
  search: ViewSearch
  /** The same in words, one condition each. */
  summary: readonly string[]
  /** It is not what the open view finds. */
  isChanged: boolean
  /** Goes to a view as it is saved. */
  onOpen: (view: View) => void
  /** Goes to this search without any view. */
  onLeave: () => void
  /** Stands at the end of the bar. */
  children?: ReactNode
}) {
  const views = useViews()
  const change = useChangeView()
  const [dialog, setDialog] = useState<ViewDialog>()
  const { view } = opened
  const bar = useRef<HTMLDivElement>(null)
  const keepFocus = useKeptFocus(bar, `${view?._id} ${isChanged}`)
  const close = () => setDialog(undefined)
  const ViewDialogs = useLate(load, dialog ? 'now' : 'idle', () => {
    close()
    toastError('Views could not be loaded', undefined, 'Check your connection, and try again.')
  })
  // A size alone is no search.
  const canSave = Object.keys(search).some((name) => name !== 'pageSize') && (!view || isChanged)
  const canOverwrite = view !== undefined && isChanged && view.abilities.edit

  function open(next: View) {
    keepFocus()
    onOpen(next)
  }

  function leave() {
    keepFocus()
    onLeave()
  }

  function overwrite() {
    if (!view) return
    keepFocus()
    const asked = { view, change: { search }, done: `The view “${view.name}” is saved.` }
    // Until it is saved the address keeps the search, which a refusal must not lose.
    change(asked, { onSuccess: () => onOpen(view) })
  }

  useActions([
    {
      id: 'list.save-view',
      label: view ? 'Save as new view' : 'Save view',
      group: 'List',
      isEnabled: canSave,
      run: () => setDialog('save'),
    },
    {
      id: 'list.save-view-changes',
      label: `Save changes to the view ${view?.name}`,
      group: 'List',
      isEnabled: canOverwrite,
      run: overwrite,
    },
  ])

  return (
    <>
      <div ref={bar} className="views-bar not-printed">
        <ViewsList views={views} open={view} />
        <span role="status" className="views-state">
          {view && isChanged && <Badge tone="accent">changed</Badge>}
        </span>
        {canOverwrite && (
          <Button size="xs" variant="default" onClick={overwrite}>
            Save changes
          </Button>
        )}
        {canSave && (
          <Button
            size="xs"
            variant="default"
            icon={!view && <IconBookmarkPlus size={16} aria-hidden />}
            onClick={() => setDialog('save')}
          >
            {view ? 'Save as new' : 'Save view'}
          </Button>
        )}
        {view && <ViewBell view={view} isComing={opened.isComing} />}
        {view && (
          <ViewMenu
            view={view}
            onDiscard={isChanged ? () => open(view) : undefined}
            onRename={() => setDialog('rename')}
            onDelete={() => setDialog('delete')}
          />
        )}
        {children}
      </div>
      <Unopened opened={opened} />
      {ViewDialogs && dialog && (
        <ViewDialogs
          dialog={dialog}
          view={view}
          search={search}
          summary={summary}
          onSaved={open}
          onDeleted={leave}
          onClose={close}
        />
      )}
    </>
  )
}

/**
 * Buttons go with what they did. The answer is to be called by each of these: when the bar next stands otherwise, and
 * nothing else has the focus, the way to the views has it.
 * @param state names what stands in the bar
 */
function useKeptFocus(bar: RefObject<HTMLElement | null>, state: string): () => void {
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current && document.activeElement === document.body) bar.current?.querySelector('button')?.focus()
    isAsked.current = false
  }, [bar, state])
  return () => void (isAsked.current = true)
}

/** Why the view that the address names is not open. */
function Unopened({ opened: { state, error, retry } }: { opened: OpenView }) {
  if (state === 'gone') {
    return (
      <div className="views-notice">
        <Notice tone="warning" title="This view can’t be opened">
          It is private to somebody else, or it was deleted. The list shows what the rest of the address asks for.
        </Notice>
      </div>
    )
  }
  if (state !== 'failed') return null
  return (
    <div className="views-notice">
      <Notice tone="warning" title="This view could not be read">
        {explainError(error).explanation} Until then the list is not narrowed by it.{' '}
        <Button size="compact" variant="default" onClick={retry}>
          Try again
        </Button>
      </Notice>
    </div>
  )
}
