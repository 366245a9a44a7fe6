import {
  IconArchive,
  IconArchiveOff,
  IconForms,
  IconLock,
  IconPackage,
  IconPencil,
  IconTemplate,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Product } from '#shared/products/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { numberOf } from '#web/ui/text/number-format.ts'

/** What can be done to a product. */
export type ProductTask = 'edit' | 'fields' | 'templates' | 'members' | 'archive'

/** Shows a product, who sees it, and how many of its bugs are open. */
export function ProductCard({ product, onTask }: { product: Product; onTask: (task: ProductTask) => void }) {
  const { key, name, description, icon, isOpen, isArchived, openBugs } = product
  return (
    <li className="product" data-archived={isArchived || undefined}>
      <span className="product-icon" aria-hidden>
        {icon === '' ? <IconPackage size={20} stroke={1.5} /> : icon}
      </span>
      <div className="product-words">
        <h2 className="product-name">
          <bdi>{name}</bdi> <span className="mono product-key">{key}</span>
        </h2>
        {description !== '' && (
          <p className="product-description" dir="auto">
            {description}
          </p>
        )}
        <p className="product-facts">
          {isArchived && <span className="product-archived">Archived</span>}
          <span className="product-fact">
            {isOpen ? <IconWorld size={14} aria-hidden /> : <IconLock size={14} aria-hidden />}
            {isOpen ? 'Everybody sees it' : 'Members alone see it'}
          </span>
          <Link to={paths.product(product._id)}>Components and versions</Link>
          {openBugs === undefined ? (
            <span>You are no member, so you don’t see its bugs</span>
          ) : (
            <Link to={paths.bugList} search={{ product: key, closed: 'open' }}>
              {openBugs === 1 ? '1 open bug' : `${numberOf(openBugs)} open bugs`}
            </Link>
          )}
        </p>
      </div>
      <div className="product-menu">
        <ActionMenu
          label={`Actions for the product ${name}`}
          entries={[
            { key: 'edit', icon: <IconPencil size={16} aria-hidden />, words: 'Edit', onRun: () => onTask('edit') },
            {
              key: 'fields',
              icon: <IconForms size={16} aria-hidden />,
              words: 'Custom fields',
              onRun: () => onTask('fields'),
            },
            {
              key: 'templates',
              icon: <IconTemplate size={16} aria-hidden />,
              words: 'Report templates',
              onRun: () => onTask('templates'),
            },
            {
              key: 'members',
              icon: <IconUsers size={16} aria-hidden />,
              words: 'Members',
              onRun: () => onTask('members'),
            },
            {
              key: 'archive',
              icon: isArchived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />,
              words: isArchived ? 'Restore' : 'Archive',
              onRun: () => onTask('archive'),
            },
          ]}
        />
      </div>
    </li>
  )
}
