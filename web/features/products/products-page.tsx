import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '#shared/products/contract.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import { FieldsDialog } from './fields-dialog.tsx'
import { ImportedNames } from './imported-names.tsx'
import { EditProductDialog, NewProductDialog } from './product-dialogs.tsx'
import { MembersDialog } from './members-dialog.tsx'
import { ProductCard, type ProductTask } from './product-card.tsx'
import { TemplatesDialog } from './templates-dialog.tsx'
import { productsQuery } from './product-queries.ts'
import './products-page.css'

/** What is being done: a new product, or something to one. */
type Task = 'new' | { readonly task: ProductTask; readonly product: Product }

/** Shows all products, and manages them. */
export function ProductsPage() {
  const { data: products, error, isFetching, refetch } = useQuery(productsQuery)
  useGuardAgain(products ? undefined : error)
  const [doing, setDoing] = useState<Task>()
  const end = () => setDoing(undefined)
  return (
    <Page
      title="Products"
      back={
        <Link to={paths.userList}>
          <IconArrowLeft size={16} aria-hidden />
          Users
        </Link>
      }
      description="Each bug belongs to one product, and its key begins with the product’s. While there is only one, nobody else meets the word."
      actions={
        products && (
          <Button icon={<IconPlus size={16} aria-hidden />} onClick={() => setDoing('new')}>
            New product
          </Button>
        )
      }
    >
      {products ? (
        <ul className="products" aria-label="Products">
          {products.map((product) => (
            <ProductCard key={product._id} product={product} onTask={(task) => setDoing({ task, product })} />
          ))}
        </ul>
      ) : error ? (
        <LoadError
          title="The products could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <Loading label="Loading products">
          <Skeleton height="240px" radius="10px" />
        </Loading>
      )}
      {products && <ImportedNames />}
      {doing === 'new' && <NewProductDialog onClose={end} />}
      {typeof doing === 'object' && <TaskDialog {...doing} onClose={end} />}
    </Page>
  )
}

function TaskDialog({ task, product, onClose }: { task: ProductTask; product: Product; onClose: () => void }) {
  if (task === 'edit') return <EditProductDialog product={product} onClose={onClose} />
  if (task === 'fields') return <FieldsDialog product={product} onClose={onClose} />
  if (task === 'templates') return <TemplatesDialog product={product} onClose={onClose} />
  if (task === 'members') return <MembersDialog product={product} onClose={onClose} />
  return <ArchiveDialog product={product} onClose={onClose} />
}
