import { IconArrowUpRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { bugFields, partNames, plainNames } from '#shared/bugs/fields.ts'
import { AttachmentList, useBugAttachments } from '#web/features/attachments/public.ts'
import {
  BugLabels,
  bugKeys,
  BugLink,
  BugOrigin,
  ClassificationBadge,
  FieldBadge,
  StatusBadge,
  UnassignedBadge,
} from '#web/features/bugs/public.ts'
import { useConversationsOfBug } from '#web/features/chat/public.ts'
import { MergeIntoOriginal } from '#web/features/merging/public.ts'
import { DeactivatedBadge } from '#web/features/users/public.ts'
import { useHasParts } from '#web/lib/session/has-parts.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { Day } from '#web/ui/text/timestamp.tsx'
import { FactButton } from '../facts/fact-button.tsx'
import { maySetFact } from '../facts/facts.ts'
import { Fact } from './bug-fact.tsx'
import { BugLinks } from './bug-links.tsx'
import { PrivacyWords } from './privacy-words.tsx'
import './bug-facts.css'

// Many products have none.
const LateCustomFacts = lazyPart(async () => (await import('./custom-facts.tsx')).CustomFacts)
const LatePrivacyFact = lazyPart(async () => (await import('./privacy-fact.tsx')).PrivacyFact)

/** Everything about a bug that is a fact rather than a text, with the ways to change some. */
export function BugFacts({ bug }: { bug: Bug }) {
  const { assigned, createdBy, abilities } = bug
  const mayNameOriginal = bug.classification === 'duplicate' && maySetFact(bug, 'duplicateOf')
  const { products, hasForms } = useSession()
  const isAmongProducts = products.length > 0
  // What it has itself stands as a fact of its own.
  const { importedComponent } = bug
  const isOwn = importedComponent === bug.component?.name
  const imported = {
    component: null,
    ...(bug.importedProduct !== undefined && { importedProduct: bug.importedProduct }),
    ...(importedComponent !== undefined && !isOwn && { importedComponent }),
  }
  const hasParts = useHasParts()
  const conversations = useConversationsOfBug(bug._id)
  const attachments = useBugAttachments(bug._id, bugKeys.history(bug._id))
  return (
    <dl className="bug-facts">
      <Fact name="Status">
        <FactButton bug={bug} name="status">
          <StatusBadge status={bug.status} />
        </FactButton>
      </Fact>
      <Fact
        name="Classification"
        action={abilities.classify && <FactPage to={paths.classifyBug(bug._id)} name="Classify" />}
      >
        <FactButton bug={bug} name="classification" isNamed>
          <ClassificationBadge classification={bug.classification} />
        </FactButton>
      </Fact>
      {isAmongProducts && (
        <Fact name={bugFields.product.label}>
          <FactButton bug={bug} name="product">
            <bdi>{bug.product.name}</bdi>
          </FactButton>
        </Fact>
      )}
      {partNames
        .filter((name) => bug[name] !== null || (hasParts(name, bug.product._id) && maySetFact(bug, name)))
        .map((name) => (
          <Fact key={name} name={bugFields[name].label}>
            <FactButton bug={bug} name={name}>
              {bug[name] ? <bdi>{bug[name].name}</bdi> : <span className="muted">None</span>}
            </FactButton>
          </Fact>
        ))}
      {plainNames.map((name) => (
        <Fact key={name} name={bugFields[name].label}>
          <FactButton bug={bug} name={name} isNamed>
            <FieldBadge name={name} value={bug[name]} isWhole />
          </FactButton>
        </Fact>
      ))}
      {(bug.labels.length > 0 || maySetFact(bug, 'labels')) && (
        <Fact name={bugFields.labels.label}>
          <FactButton bug={bug} name="labels" isNamed>
            <span className="bug-facts-row">
              {bug.labels.length > 0 ? <BugLabels labels={bug.labels} /> : <span className="muted">No labels</span>}
            </span>
          </FactButton>
        </Fact>
      )}
      {hasForms && <LateCustomFacts plain={null} part={{ bug }} />}
      <Fact name="Assignee" action={abilities.assign && <FactPage to={paths.assignUser(bug._id)} name="Assign User" />}>
        <div className="bug-person">
          <FactButton bug={bug} name="assignee">
            {assigned ? <PersonName name={assigned.fullName} /> : <UnassignedBadge />}
          </FactButton>
          {assigned?.isActive === false && <DeactivatedBadge />}
          {assigned && (
            <span className="bug-person-since">
              <span className="visually-hidden">Assigned </span>
              <Day value={assigned.assignedOn} />
            </span>
          )}
        </div>
      </Fact>
      <Fact name="Creator">
        <span className="bug-person">
          <PersonName name={createdBy.fullName} />
          <span className="bug-person-since">
            <span className="visually-hidden">Created </span>
            <Day value={bug.createdOn} />
          </span>
        </span>
      </Fact>
      <Fact name="Can see it">
        <LatePrivacyFact plain={<PrivacyWords bug={bug} />} part={{ bug }} />
      </Fact>
      {(bug.importedProduct ?? imported.importedComponent) !== undefined && (
        <Fact name="Imported from">
          <span className="bug-facts-row">
            <BugOrigin bug={imported} />
          </span>
        </Fact>
      )}
      {(bug.duplicateOf || bug.hasHiddenOriginal || mayNameOriginal) && (
        <Fact
          name={bugFields.duplicateOf.label}
          action={bug.duplicateOf && abilities.merge && !bug.isMerged && <MergeIntoOriginal bug={bug} />}
        >
          {bug.duplicateOf && <BugLink bug={bug.duplicateOf} />}
          {bug.hasHiddenOriginal && <HiddenBugs count={1} />}
          {mayNameOriginal && (
            <FactButton bug={bug} name="duplicateOf">
              <span className="muted">{bug.duplicateOf ? 'Another original' : 'No original yet'}</span>
            </FactButton>
          )}
        </Fact>
      )}
      {(bug.duplicates.length > 0 || bug.hiddenDuplicates !== undefined) && (
        <Fact name="Duplicates">
          {bug.duplicates.map((duplicate) => (
            <BugLink key={duplicate._id} bug={duplicate} isMerged={duplicate.isMerged} />
          ))}
          {bug.hiddenDuplicates !== undefined && <HiddenBugs count={bug.hiddenDuplicates} />}
        </Fact>
      )}
      <BugLinks bug={bug} />
      {attachments.length > 0 && (
        <Fact name="Attachments">
          <AttachmentList attachments={attachments} />
        </Fact>
      )}
      {conversations.length > 0 && (
        <Fact name="From a chat">
          {conversations.map(({ _id, visitorName, linkedOn }) => (
            <p key={_id}>
              <Link to={paths.chat} search={{ conversation: _id }}>
                <bdi>{visitorName}</bdi>
              </Link>{' '}
              <span className="muted">
                on <Day value={linkedOn} />
              </span>
            </p>
          ))}
        </Fact>
      )}
      {bug.externalId !== undefined && (
        <Fact name="Imported as">
          <span className="mono">{bug.externalId}</span>
        </Fact>
      )}
    </dl>
  )
}

/** Leads to the page on which a fact is changed with more beside it. */
function FactPage({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} aria-label={name} title={name}>
      <IconArrowUpRight size={14} aria-hidden />
    </Link>
  )
}

function PersonName({ name }: { name: string }) {
  return (
    <span className="bug-person-name">
      <Avatar name={name} size={20} />
      <bdi>{name}</bdi>
    </span>
  )
}

/** Bugs that the reader may not see. */
function HiddenBugs({ count }: { count: number }) {
  return <p className="muted">{count === 1 ? 'A bug you can’t see' : `${count} bugs you can’t see`}</p>
}
