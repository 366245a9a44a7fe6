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
import { type MouseEvent, useEffect, useRef } from 'react'
import { shortId } from '#shared/bugs/words.ts'
import { Keys } from '#web/ui/controls/kbd.tsx'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'

/** Shows the rows, in groups. The field handles the keys, and keeps the focus meanwhile. */
export function PaletteRows({
  id,
  groups,
  current,
  isOld,
  onPoint,
  onRun,
}: {
  id: string
  groups: readonly PaletteGroup[]
  /** Index of the selected row among all rows. */
  current: number
  /** Whether some rows match earlier words. */
  isOld: boolean
  onPoint: (key: string) => void
  onRun: (item: PaletteItem, inNewTab: boolean) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const firsts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0))

  useEffect(() => {
    const row = document.getElementById(`${id}-${current}`)
    // Shows the name of the first group too.
    if (current === 0 && list.current) list.current.scrollTop = 0
    else row?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  return (
    <div
      ref={list}
      role="listbox"
      id={`${id}-rows`}
      aria-label="Results"
      className="palette-rows"
      data-old={isOld || undefined}
      hidden={groups.length === 0}
    >
      {groups.map(({ name, items }, group) => (
        <div key={name} role="group" aria-labelledby={`${id}-group-${group}`} className="palette-group">
          <div id={`${id}-group-${group}`} role="presentation" className="palette-group-name">
            {name}
          </div>
          {items.map((item, index) => {
            const place = (firsts[group] ?? 0) + index
            return (
              <Row
                key={item.key}
                id={`${id}-${place}`}
                item={item}
                isChosen={place === current}
                onPoint={onPoint}
                onRun={onRun}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

function Row({
  id,
  item,
  isChosen,
  onPoint,
  onRun,
}: {
  id: string
  item: PaletteItem
  isChosen: boolean
  onPoint: (key: string) => void
  onRun: (item: PaletteItem, inNewTab: boolean) => void
}) {
  const runIn = (event: MouseEvent) => onRun(item, event.ctrlKey || event.metaKey || event.button === 1)
  return (
    <button
      type="button"
      tabIndex={-1}
      role="option"
      id={id}
      aria-selected={isChosen}
      className="palette-row"
      data-kind={item.kind}
      onPointerMove={() => onPoint(item.key)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={runIn}
      onAuxClick={(event) => event.button === 1 && runIn(event)}
    >
      <RowIcon {...item} />
      <span className="palette-words">
        <span className="palette-label">
          <Marked text={item.label} marks={item.marks} />
        </span>
        {item.snippet && (
          <span className="palette-snippet">
            <Marked text={item.snippet.text} marks={item.snippet.marks} />
          </span>
        )}
      </span>
      {item.status !== undefined && <span className="palette-status">{item.status}</span>}
      {item.bugId !== undefined && <span className="mono palette-id">{shortId(item.bugId)}</span>}
      {item.keys?.[0] !== undefined && (
        <span className="palette-keys" aria-hidden>
          <Keys keys={item.keys[0]} />
        </span>
      )}
    </button>
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
