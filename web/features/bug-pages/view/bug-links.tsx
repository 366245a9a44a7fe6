import { useQueryClient } from '@tanstack/react-query'
import { IconX } from '@tabler/icons-react'
import type { Bug } from '#shared/bugs/contract.ts'
import { setLinks } from '#shared/links/contract.ts'
import { type BugLink as Linked, type Link, type LinkKind, linkKinds, linkWords } from '#shared/links/link.ts'
import { bugKeys, BugLink, useBugChange } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { Fact } from './bug-fact.tsx'

const LateLinkButton = lazyPart(async () => (await import('./link-button.tsx')).LinkButton)

/** What begins and what ends. */
interface LinksChange {
  readonly add: readonly OwnLink[]
  readonly remove: readonly OwnLink[]
}
interface OwnLink {
  readonly kind: LinkKind
  readonly bug: Linked
}

/** What a bug is to others, beside duplicates, with the ways to change that for whoever classifies. */
export function BugLinks({ bug }: { bug: Bug }) {
  const change = useChangeLinks(bug)
  const kinds = linkKinds.filter((kind) => bug.links.some((link) => link.kind === kind))
  const { classify } = bug.abilities
  return (
    <>
      {kinds.map((kind) => (
        <Fact key={kind} name={linkWords[kind].label}>
          {bug.links
            .filter((link) => link.kind === kind)
            .map((link, index) => (
              <OneLink
                key={link.bug?._id ?? index}
                link={link}
                onRemove={classify ? (linked) => change({ add: [], remove: [{ kind, bug: linked }] }) : undefined}
              />
            ))}
        </Fact>
      ))}
      {classify && (
        <Fact name={kinds.length === 0 ? 'Links' : 'More links'}>
          <div className="bug-links-add">
            <LateLinkButton
              plain={null}
              coming={null}
              part={{ bug, onLink: (kind, linked) => change({ add: [{ kind, bug: linked }], remove: [] }) }}
            />
          </div>
        </Fact>
      )}
    </>
  )
}

function OneLink({ link: { kind, bug }, onRemove }: { link: Link; onRemove: ((bug: Linked) => void) | undefined }) {
  if (!bug) return <p className="muted">A bug you can’t see</p>
  const label = `Remove ${bug.title} from “${linkWords[kind].label}”`
  return (
    <BugLink bug={bug}>
      {onRemove && (
        <IconButton size={24} aria-label={label} title="Remove" className="not-printed" onClick={() => onRemove(bug)}>
          <IconX size={14} aria-hidden />
        </IconButton>
      )}
    </BugLink>
  )
}

/** Changes links. All screens show it at once and take it back when it is refused; a toast offers to undo it. */
function useChangeLinks(bug: Bug): (change: LinksChange) => void {
  const client = useQueryClient()
  const bugId = bug._id
  const sent = (links: readonly OwnLink[]) => links.map(({ kind, bug: linked }) => ({ kind, bugId: linked._id }))
  const { mutate } = useBugChange<LinksChange>(bugId, {
    send: async ({ add, remove }) => {
      const body = { add: sent(add), remove: sent(remove) }
      return (await call(setLinks, { params: { bugId }, query: { comments: 'none' }, body })).result
    },
    onDone: (_changed, { add, remove }) => {
      for (const { bug: linked } of [...add, ...remove]) {
        for (const queryKey of [bugKeys.view(linked._id), bugKeys.history(linked._id)])
          void client.invalidateQueries({ queryKey })
      }
      toastSuccess(
        add.length > 0 ? 'Bug linked' : 'Link removed',
        { label: 'Undo', onClick: () => change({ add: remove, remove: add }) },
        undefined,
        'bug links',
      )
    },
    onRefused: (error) =>
      toastFailure('The links were not changed', referenceOf(error), explainError(error).explanation),
  })

  function change({ add, remove }: LinksChange): void {
    // Another parent takes the place of the one before.
    const isNew = (kind: LinkKind) => kind === 'parent' && add.some((link) => link.kind === 'parent')
    const replaced = bug.links.flatMap(({ kind, bug: linked }) =>
      isNew(kind) && linked ? [{ kind, bug: linked }] : [],
    )
    const gone = [...remove, ...replaced]
    const isGone = ({ kind, bug: linked }: Link) => gone.some((one) => one.kind === kind && one.bug._id === linked?._id)
    const shown = { links: [...bug.links.filter((link) => !isGone(link)), ...add] }
    mutate({ shown, body: { add, remove: gone } })
  }
  return change
}
