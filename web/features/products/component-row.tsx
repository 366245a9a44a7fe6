import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { changeComponent, type Component } from '#shared/parts/contract.ts'
import type { Product } from '#shared/products/contract.ts'
import { writtenName } from '#shared/search/search-terms.ts'
import { call } from '#web/lib/call.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { useProductWrite } from './use-product-write.ts'
import { partMessages } from './product-messages.ts'

const texts = { success: partMessages.updated, failure: partMessages.updateFailed }

/** Shows a component, and to whom bugs are assigned that are reported with it. */
export function ComponentRow({
  component,
  product,
  onEdit,
}: {
  component: Component
  product: Product
  onEdit: () => void
}) {
  const { _id: componentId, name, description, defaultAssignee, isArchived } = component
  const { write } = useProductWrite(
    (body: { isArchived: boolean }) => call(changeComponent, { params: { componentId }, body }),
    texts,
  )
  return (
    <li className="part" data-archived={isArchived || undefined}>
      <div className="part-words">
        <h3 className="part-name">
          <Link
            to={paths.bugList}
            search={{ keywords: `component:${writtenName(name)}`, product: product.key }}
            title="Show its bugs"
          >
            <bdi>{name}</bdi>
          </Link>
          {isArchived && <span className="product-archived">Archived</span>}
        </h3>
        {description !== '' && (
          <p className="product-description" dir="auto">
            {description}
          </p>
        )}
      </div>
      {defaultAssignee && (
        <p className="product-facts version-progress" title="Gets the bugs that are reported with it">
          <Avatar name={defaultAssignee.fullName} size={20} />
          <span>
            <span className="visually-hidden">Reports are assigned to </span>
            <bdi>{defaultAssignee.fullName}</bdi>
          </span>
        </p>
      )}
      {product.abilities.manage && (
        <ActionMenu
          label={`Actions for the component ${name}`}
          entries={[
            { key: 'edit', icon: <IconPencil size={16} aria-hidden />, words: 'Edit', onRun: onEdit },
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
