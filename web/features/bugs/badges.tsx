import {
  IconBan,
  IconCheck,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDot,
  IconCircleX,
  IconCube,
  IconLink,
  IconLock,
  IconProgress,
  IconPuzzle,
  IconQuestionMark,
  IconUserOff,
} from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import {
  type BugField,
  bugFields,
  type ChoiceName,
  initialValues,
  type PlainName,
  plainNames,
  type PlainValues,
} from '#shared/bugs/fields.ts'
import { LabelChip } from '#web/features/labels/public.ts'
import { Badge, type BadgeTone } from '#web/ui/badges/badge.tsx'
import { messages } from '#web/lib/messages.ts'
import './badges.css'

/*
 * Icons are functions here, because the files of the built client may load in a circle: they are not there yet then.
 * Each classification has one of its own, so that none hangs on colour.
 */
const classificationIcons: Readonly<Record<string, () => ReactNode>> = {
  unclassified: () => <IconQuestionMark size={14} aria-hidden />,
  approved: () => <IconCheck size={14} aria-hidden />,
  unapproved: () => <IconBan size={14} aria-hidden />,
  duplicate: () => <IconLink size={14} aria-hidden />,
}
const originIcons = {
  product: () => <IconCube size={13} aria-hidden />,
  component: () => <IconPuzzle size={13} aria-hidden />,
}
const statusLooks: Readonly<Record<string, { tone: BadgeTone; icon: () => ReactNode }>> = {
  Open: { tone: 'green', icon: () => <IconCircleDot aria-hidden /> },
  'In Progress': { tone: 'amber', icon: () => <IconProgress aria-hidden /> },
  Closed: { tone: 'grey', icon: () => <IconCircleX aria-hidden /> },
  Resolved: { tone: 'blue', icon: () => <IconCircleCheck aria-hidden /> },
}

/** How a status is shown; one that this client does not know is light. */
function lookOf(status: string): { tone: BadgeTone; icon: () => ReactNode } {
  const look = Object.hasOwn(statusLooks, status) ? statusLooks[status] : undefined
  return look ?? { tone: 'light', icon: () => <IconCircleDashed aria-hidden /> }
}

/** The tone that is declared for a value of a field. */
function toneOf(name: ChoiceName, value: string): BadgeTone | undefined {
  const field: BugField = bugFields[name]
  return field.kind === 'choice' ? field.tones?.[value] : undefined
}

/**
 * A bug's status. An absent one counts as Open; one this client does not know is shown in a light badge.
 * @param props.isIcon leaves its word to screen readers and the tooltip
 */
export const StatusBadge = memo(function StatusBadge({
  status = 'Open',
  isIcon = false,
}: {
  status?: string | undefined
  isIcon?: boolean
}) {
  const { tone, icon } = lookOf(status)
  return (
    <Badge tone={tone} icon={icon()} isIcon={isIcon}>
      {status}
    </Badge>
  )
})

/** Whether a bug is open or closed, and its status where that says more. */
export function StateBadge({ isClosed, status = 'Open' }: { isClosed: boolean; status?: string | undefined }) {
  const state = isClosed ? 'Closed' : 'Open'
  const { tone, icon } = lookOf(status)
  return (
    <Badge tone={tone} icon={icon()}>
      <span>{state}</span>
      {status !== state && <span> · {status}</span>}
    </Badge>
  )
}

/** Whether a bug is open or closed, and nothing else. */
export function OpenClosedBadge({ isClosed, isIcon = false }: { isClosed: boolean; isIcon?: boolean }) {
  return <StatusBadge status={isClosed ? 'Closed' : 'Open'} isIcon={isIcon} />
}

/** A bug's classification: a text with an icon, quieter than the status. */
export const ClassificationBadge = memo(function ClassificationBadge({ classification }: { classification: string }) {
  return (
    <span className="classification" data-classification={classification}>
      {classificationIcons[classification]?.()}
      <span className="visually-hidden">Classification: </span>
      <span className="classification-word">{classification}</span>
    </span>
  )
})

/**
 * A value of a field that no badge of its own shows. Its word says what its colour does.
 * @param props.isNamed shows the field's name too, for places where nothing else does
 * @param props.isWhole shows the word also where a sign says enough among many bugs
 */
export const FieldBadge = memo(function FieldBadge({
  name,
  value,
  isNamed = false,
  isWhole = false,
}: {
  name: PlainName
  value: string
  isNamed?: boolean
  isWhole?: boolean
}) {
  if (name === 'priority') return <PriorityMark value={value} isWhole={isWhole} />
  const { label } = bugFields[name]
  if (value === initialValues[name]) {
    return (
      <span className="muted">
        <span className="visually-hidden">{label}: </span>
        {value}
      </span>
    )
  }
  return (
    <Badge tone={toneOf(name, value) ?? 'light'} tag outline>
      <span className={isNamed ? 'field-badge-name' : 'visually-hidden'}>{label}: </span>
      {value}
    </Badge>
  )
})

const bars = [4, 7, 10, 13]

/** A priority as bars. The highest two, which are not to be overlooked, have their colour and their word. */
function PriorityMark({ value, isWhole }: { value: string; isWhole: boolean }) {
  const { label, values } = bugFields.priority
  const level = values.findIndex((one) => one === value)
  const isLoud = level >= values.indexOf('high')
  return (
    <span className="priority" data-tone={isLoud ? toneOf('priority', value) : undefined} title={`${label}: ${value}`}>
      <svg width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden>
        {bars.map((height, index) => (
          <rect
            key={height}
            x={index * 3.5}
            y={13 - height}
            width="2.5"
            height={height}
            rx="0.5"
            opacity={index < level ? undefined : 0.3}
          />
        ))}
      </svg>
      <span className="visually-hidden">{label}: </span>
      <span className={isLoud || isWhole ? undefined : 'visually-hidden'}>{value}</span>
    </span>
  )
}

/**
 * Those values of a bug that are not what every bug begins with.
 * @param props.isNamed shows the fields' names too
 */
export function FieldBadges({ bug, isNamed = true }: { bug: PlainValues; isNamed?: boolean }) {
  return plainNames
    .filter((name) => bug[name] !== initialValues[name])
    .map((name) => <FieldBadge key={name} name={name} value={bug[name]} isNamed={isNamed} />)
}

// Made later, because this module may run before React's own, if both are in chunks that need each other.
const lockIcon = () => <IconLock size={14} aria-hidden />

/** A sign of a private bug, which few may see. */
export function PrivateMark() {
  return (
    <span className="private-mark" title="Private: only some people can see it">
      {lockIcon()}
      <span className="visually-hidden">Private</span>
    </span>
  )
}

/** A sign for a value of a choice, for places where its word stands beside it. */
export function ChoiceIcon({ name, value }: { name: ChoiceName; value: string }) {
  if (name === 'status') return statusIcon(value)
  if (name === 'classification') return classificationIcons[value]?.()
  return <span className="badge choice-dot" data-tone={toneOf(name, value) ?? 'light'} aria-hidden />
}

function statusIcon(status: string): ReactNode {
  const { tone, icon } = lookOf(status)
  return (
    <span className="badge" data-tone={tone} data-icon aria-hidden>
      {icon()}
    </span>
  )
}

/** Stands where the assignee would on a bug's page. */
export function UnassignedBadge() {
  return (
    <Badge tone="light" icon={<IconUserOff aria-hidden />}>
      {messages.bugView.unassigned}
    </Badge>
  )
}

/** Where a bug belongs: its component and, of an imported one, its product there; told apart by their icons. */
export function BugOrigin({
  bug: { importedProduct: product, component: own, importedComponent },
  isBrief = false,
}: {
  bug: Pick<BugListItem, 'importedProduct' | 'component' | 'importedComponent'>
  /** Only the narrower one is seen. */
  isBrief?: boolean
}) {
  const component = own?.name ?? importedComponent
  return Object.entries({ product, component }).map(
    ([kind, name]) =>
      name !== undefined && (
        <span
          key={kind}
          className={isBrief && kind === 'product' && component !== undefined ? 'visually-hidden' : 'bug-label'}
          title={`${kind}: ${name}`}
        >
          {originIcons[kind as keyof typeof originIcons]()}
          <span className="visually-hidden">{kind}: </span>
          <bdi className="one-line">{name}</bdi>
        </span>
      ),
  )
}

/** The labels of a bug. @param props.most more are counted */
export const BugLabels = memo(function BugLabels({
  labels,
  most = Infinity,
}: Pick<BugListItem, 'labels'> & { most?: number }) {
  const rest = labels.slice(most)
  return (
    <>
      {labels.length > 0 && <span className="visually-hidden">Labels: </span>}
      {labels.slice(0, most).map((label) => (
        <LabelChip key={label._id} label={label} />
      ))}
      {rest.length > 0 && (
        <span className="label-rest" title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
          <span className="visually-hidden">: {rest.map(({ name }) => name).join(', ')}</span>
        </span>
      )}
    </>
  )
})
