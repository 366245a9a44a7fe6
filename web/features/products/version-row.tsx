import { IconArchive, IconArchiveOff, IconArrowRight, IconFlag, IconFlagOff, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { changeVersion, type Version, type VersionProgress } from '#shared/parts/contract.ts'
import type { Product } from '#shared/products/contract.ts'
import { writtenName } from '#shared/search/search-terms.ts'
import { call } from '#web/lib/call.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { useFormats } from '#web/ui/text/formats.ts'
import { numberOf } from '#web/ui/text/number-format.ts'
import { dayOf } from '#web/ui/text/timestamp-format.ts'
import { useProductWrite } from './use-product-write.ts'
import { partMessages } from './product-messages.ts'

/** How many bugs a version is to fix, and how many of these are closed. */
export type Progress = Omit<VersionProgress, 'versionId'>

const texts = { success: partMessages.updated, failure: partMessages.updateFailed }

/** Shows a version, when it is due, and how far it is. */
export function VersionRow({
  version,
  product,
  progress,
  onEdit,
  onRelease,
}: {
  version: Version
  product: Product
  /** Absent where the reader sees none of its bugs. */
  progress: Progress | undefined
  onEdit: () => void
  onRelease: () => void
}) {
  const { _id: versionId, name, isReleased, isArchived } = version
  const { write } = useProductWrite(
    (body: { isArchived?: boolean; isReleased?: boolean }) => call(changeVersion, { params: { versionId }, body }),
    texts,
  )
  const mayMove = useSession().has('canClassifyAnyBug')
  const open = progress ? progress.bugs - progress.closed : 0
  return (
    <li className="part" data-archived={isArchived || undefined}>
      <div className="part-words">
        <h3 className="part-name">
          <Link to={paths.bugList} search={ofVersion(product, version)} title="Show its bugs">
            <bdi>{name}</bdi>
          </Link>
          {isArchived && <span className="product-archived">Archived</span>}
        </h3>
        <p className="product-facts">
          <DueWords version={version} />
        </p>
      </div>
      {progress && progress.bugs > 0 ? (
        <div className="version-progress">
          <progress max={progress.bugs} value={progress.closed} aria-label={`Closed bugs of ${name}`} />
          <p className="product-facts">
            <span>
              {numberOf(progress.closed)} of {progress.bugs === 1 ? '1 bug' : `${numberOf(progress.bugs)} bugs`} closed
            </span>
            {open > 0 && (
              <Link to={paths.bugList} search={leftIn(product, version)}>
                {numberOf(open)} left
              </Link>
            )}
          </p>
        </div>
      ) : (
        <p className="product-facts version-progress">{progress && 'No bugs yet'}</p>
      )}
      {product.abilities.manage && (
        <ActionMenu
          label={`Actions for the version ${name}`}
          entries={[
            !isReleased && {
              key: 'release',
              icon: <IconFlag size={16} aria-hidden />,
              words: 'Release',
              onRun: onRelease,
            },
            isReleased &&
              open > 0 &&
              mayMove && {
                key: 'move',
                icon: <IconArrowRight size={16} aria-hidden />,
                words: 'Move what is left',
                onRun: onRelease,
              },
            { key: 'edit', icon: <IconPencil size={16} aria-hidden />, words: 'Edit', onRun: onEdit },
            isReleased && {
              key: 'back',
              icon: <IconFlagOff size={16} aria-hidden />,
              words: 'Not released',
              onRun: () => void write({ isReleased: false }),
            },
            {
              key: 'archive',
              icon: isArchived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />,
              words: isArchived ? 'Restore' : 'Archive',
              onRun: () => void write({ isArchived: !isArchived }),
            },
          ]}
        />
      )}
    </li>
  )
}

/** The search that finds the bugs that a version fixes. */
const ofVersion = ({ key }: Product, { name }: Version) => ({
  keywords: `fixed:${writtenName(name)}`,
  product: key,
})

/** The search that finds what is left of it. */
export const leftIn = ({ key }: Product, { name }: Version) => ({
  keywords: `fixed:${writtenName(name)} is:open`,
  product: key,
})

function DueWords({ version: { dueOn, isReleased } }: { version: Version }) {
  useFormats()
  // A day without an hour is that day wherever it is read.
  const isLate = dueOn !== null && !isReleased && new Date(`${dueOn}T23:59:59`).getTime() < Date.now()
  const day = dueOn === null ? undefined : <time dateTime={dueOn}>{dayOf(`${dueOn}T00:00`)}</time>
  if (isReleased) return <span className="version-released">Released{day && <> {day}</>}</span>
  if (!day) return <span>Not released</span>
  return <span className={isLate ? 'version-late' : undefined}>{isLate ? <>Was due {day}</> : <>Due {day}</>}</span>
}
