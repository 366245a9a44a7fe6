import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDot,
  IconCircleX,
  IconLink,
  IconProgress,
  IconUserOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  type BugField,
  bugFields,
  initialValues,
  type PlainName,
  plainNames,
  type PlainValues,
} from '#shared/bugs/fields.ts'
import { Badge, type BadgeTone } from '#web/ui/badges/badge.tsx'
import { messages } from '#web/lib/messages.ts'
import './badges.css'

const linkIcon = <IconLink size={13} aria-hidden />
const unknownIcon = <IconCircleDashed aria-hidden />
const statusLooks: Readonly<Record<string, { tone: BadgeTone; icon: ReactNode }>> = {
  Open: { tone: 'green', icon: <IconCircleDot aria-hidden /> },
  'In Progress': { tone: 'amber', icon: <IconProgress aria-hidden /> },
  Closed: { tone: 'grey', icon: <IconCircleX aria-hidden /> },
  Resolved: { tone: 'blue', icon: <IconCircleCheck aria-hidden /> },
}

/** A bug's status. An absent one counts as Open; one this client does not know is shown in a light badge. */
export function StatusBadge({ status = 'Open' }: { status?: string | undefined }) {
  const look = statusLooks[status]
  return (
    <Badge tone={look?.tone ?? 'light'} icon={look?.icon ?? unknownIcon}>
      {status}
    </Badge>
  )
}

/** Whether a bug is open or closed, which is all that its page says beside the title. */
export function OpenClosedBadge({ isClosed }: { isClosed: boolean }) {
  return <StatusBadge status={isClosed ? 'Closed' : 'Open'} />
}

/** A bug's classification; each value has a shape of its own, so that none hangs on colour. */
export function ClassificationBadge({ classification }: { classification: string }) {
  return (
    <span className="classification" data-classification={classification}>
      {classification === 'duplicate' && linkIcon}
      <span className="visually-hidden">Classification: </span>
      <span className="classification-word">{classification}</span>
    </span>
  )
}

/**
 * A value of a field that no badge of its own shows. Its word says what its colour does.
 * @param props.isNamed shows the field's name too, for places where nothing else does
 */
export function FieldBadge({ name, value, isNamed = false }: { name: PlainName; value: string; isNamed?: boolean }) {
  const field: BugField = bugFields[name]
  const tone = field.kind === 'choice' ? field.tones?.[value] : undefined
  return (
    <Badge tone={tone ?? 'light'} tag>
      <span className={isNamed ? 'field-badge-name' : 'visually-hidden'}>{field.label}: </span>
      {value}
    </Badge>
  )
}

/** Those values of a bug that are not what every bug begins with. */
export function FieldBadges({ bug }: { bug: PlainValues }) {
  return plainNames
    .filter((name) => bug[name] !== initialValues[name])
    .map((name) => <FieldBadge key={name} name={name} value={bug[name]} isNamed />)
}

/** Stands where the assignee would on a bug's page. */
export function UnassignedBadge() {
  return (
    <Badge tone="light" icon={<IconUserOff aria-hidden />}>
      {messages.bugView.unassigned}
    </Badge>
  )
}

/** Where a bug belongs: its product and component. */
export function Labels({ labels }: { labels: ReadonlyArray<{ kind: string; name: string }> }) {
  return labels.map(({ kind, name }) => (
    <span key={`${kind} ${name}`} className="bug-label" title={`${kind}: ${name}`}>
      <span className="visually-hidden">{kind}: </span>
      {name}
    </span>
  ))
}
