import { Autocomplete } from '@base-ui/react/autocomplete'
import {
  IconArrowRight,
  IconBolt,
  IconBug,
  IconCircleCheck,
  IconCircleDot,
  IconCircleX,
  IconHistory,
  IconProgress,
  IconSearch,
} from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { shortId } from '#shared/bugs/words.ts'
import { Keys } from '#web/ui/controls/kbd.tsx'
import { Option } from '#web/ui/overlays/option.tsx'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'

/** Shows the rows, in groups. The field handles the keys, and keeps the focus meanwhile. */
export function PaletteRows({
  isEmpty,
  isOld,
  onRun,
}: {
  isEmpty: boolean
  /** Whether some rows match earlier words. */
  isOld: boolean
  onRun: (item: PaletteItem, inNewTab: boolean) => void
}) {
  return (
    <Autocomplete.List aria-label="Results" className="palette-rows" data-old={isOld || undefined} hidden={isEmpty}>
      {({ name, items }: PaletteGroup) => (
        <Autocomplete.Group key={name} items={items} className="palette-group">
          <Autocomplete.GroupLabel className="palette-group-name">{name}</Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(item: PaletteItem) => <Row key={item.key} item={item} onRun={onRun} />}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  )
}

function Row({ item, onRun }: { item: PaletteItem; onRun: (item: PaletteItem, inNewTab: boolean) => void }) {
  const runIn = (event: MouseEvent) => onRun(item, event.ctrlKey || event.metaKey || event.button === 1)
  return (
    <Option
      value={item}
      className="palette-row"
      data-kind={item.kind}
      onClick={runIn}
      onAuxClick={(event) => event.button === 1 && runIn(event)}
    >
      <RowIcon {...item} />
      <span className="palette-words">
        <span className="palette-label" dir="auto">
          <Marked text={item.label} marks={item.marks} />
        </span>
        {item.snippet && (
          <span className="palette-snippet" dir="auto">
            <Marked text={item.snippet.text} marks={item.snippet.marks} />
          </span>
        )}
      </span>
      {item.status !== undefined && <span className="palette-status">{item.status}</span>}
      {item.bugId !== undefined && (
        <span className="mono palette-id">
          {item.bugKey !== undefined && <span className="palette-key">{item.bugKey}</span>} {shortId(item.bugId)}
        </span>
      )}
      {item.keys?.[0] !== undefined && (
        <span className="palette-keys" aria-hidden>
          <Keys keys={item.keys[0]} />
        </span>
      )}
    </Option>
  )
}

const statusIcons = { Open: IconCircleDot, 'In Progress': IconProgress, Closed: IconCircleX, Resolved: IconCircleCheck }
const kindIcons = { action: IconBolt, place: IconArrowRight, recent: IconHistory, bug: IconBug, search: IconSearch }

function RowIcon({ kind, status }: PaletteItem) {
  const Icon = status === undefined ? kindIcons[kind] : statusIcons[status]
  return <Icon size={16} aria-hidden className="palette-icon" data-status={status} />
}

function Marked({ text, marks = [] }: { text: string; marks: PaletteItem['marks'] }) {
  const parts = marks.flatMap(([from, to], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, from),
    <mark key={from}>{text.slice(from, to)}</mark>,
  ])
  return [...parts, text.slice(marks.at(-1)?.[1] ?? 0)]
}
