import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { type BugLink as Linked, type LinkKind, linkKinds, linkWords } from '#shared/links/link.ts'
import { OpenClosedBadge } from '#web/features/bugs/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Picker } from '#web/ui/overlays/picker.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'
import { typedId } from '../originals/original.ts'
import { useOriginalSearch } from '../originals/use-original-search.ts'

/** Asks what the other bug is to this one, and then which. */
export function LinkButton({ bug, onLink }: { bug: Bug; onLink: (kind: LinkKind, linked: Linked) => void }) {
  const { isOpen, open, button, popup } = usePopup('menu')
  const [kind, setKind] = useState<LinkKind>()
  useActions([{ id: 'bug.link', label: 'Link to another bug', group: 'This bug', run: open }])
  return (
    <>
      <Button {...button} size="xs" variant="default" icon={<IconPlus size={14} aria-hidden />}>
        Link a bug
      </Button>
      {isOpen && (
        <Menu
          {...popup}
          label="Link a bug"
          entries={linkKinds.map((one) => ({
            key: one,
            words: `${linkWords[one].label} …`,
            onRun: () => setKind(one),
          }))}
        />
      )}
      {kind && (
        <LinkPicker
          {...popup}
          bug={bug}
          kind={kind}
          onPick={(linked) => onLink(kind, linked)}
          onClose={() => setKind(undefined)}
        />
      )}
    </>
  )
}

function LinkPicker({
  bug,
  kind,
  onPick,
  ...popup
}: ReturnType<typeof usePopup>['popup'] & { bug: Bug; kind: LinkKind; onPick: (linked: Linked) => void }) {
  const [words, setWords] = useState('')
  const { originals, state } = useOriginalSearch(words, bug._id)
  const id = typedId(words)
  const named = id === undefined || originals.some(({ _id }) => _id === id) ? [] : [id]
  const items = [
    ...named.map((one) => ({ key: one, words: `The bug with the id ${one}` })),
    ...originals.map(({ _id, key, title, isClosed }) => ({
      key: _id,
      words: title,
      icon: <OpenClosedBadge isClosed={isClosed} isIcon />,
      hint: key,
    })),
  ]
  const nothing = {
    idle: 'Type words or an id.',
    failed: 'The bugs could not be searched.',
    found: 'No bug has these words or this id.',
    searching: 'Searching …',
  }
  return (
    <Picker
      {...popup}
      label={linkWords[kind].label}
      isWide
      words={words}
      onWords={setWords}
      groups={items.length > 0 ? [{ name: 'Bugs', items }] : []}
      status={items.length === 0 ? nothing[state] : undefined}
      isSearching={state === 'searching'}
      onPick={(key) => onPick(originals.find(({ _id }) => _id === key) ?? unread(key, bug))}
    />
  )
}

/** A bug of which only the id is known, until the server tells the rest. */
function unread(_id: string, { product }: Bug): Linked {
  return { _id, key: shortId(_id), product, title: 'The bug with this id', isClosed: false }
}
