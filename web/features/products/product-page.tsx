import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Bulk } from '#shared/bulk/contract.ts'
import type { Component, Version } from '#shared/parts/contract.ts'
import type { Product } from '#shared/products/contract.ts'
import { routePatterns } from '#shared/site/screens.ts'
import { partsQuery, progressQuery } from '#web/features/parts/public.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { AdoptedBugs } from '#web/features/imported-words/public.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { ComponentDialog } from './component-dialog.tsx'
import { ComponentRow } from './component-row.tsx'
import { ImportedComponents } from './imported-components.tsx'
import { movingWords } from './moving-words.ts'
import { productsQuery } from './product-queries.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import { VersionDialog } from './version-dialog.tsx'
import { type Progress, VersionRow } from './version-row.tsx'
import { partMessages } from './product-messages.ts'
import './products-page.css'
import './product-page.css'

const route = getRouteApi(routePatterns.product)

/** What is being asked; without a part, about a new one. */
type Question =
  | { readonly what: 'component'; readonly component?: Component }
  | { readonly what: 'version'; readonly version?: Version }
  | { readonly what: 'release'; readonly version: Version }

/** Shows the components and versions of a product, and how far each version is. */
export function ProductPage() {
  const { productId } = route.useParams()
  const list = useQuery(productsQuery)
  const parts = useQuery(partsQuery)
  const error = list.error ?? parts.error
  useGuardAgain(list.data && parts.data ? undefined : error)
  const product = list.data?.find(({ _id }) => _id === productId)
  const mayManage = useSession().has('canManageProducts')
  return (
    <Page
      title={product?.name ?? 'Product'}
      width="text"
      back={
        <Link to={mayManage ? paths.products : paths.bugList}>
          <IconArrowLeft size={16} aria-hidden />
          {mayManage ? 'Products' : 'Bugs'}
        </Link>
      }
      description={product && 'What its bugs are in, and the versions that have them or fix them.'}
    >
      {list.data && parts.data ? (
        product ? (
          <Parts
            product={product}
            components={parts.data.components.filter((part) => part.productId === productId)}
            versions={parts.data.versions.filter((part) => part.productId === productId)}
          />
        ) : (
          <EmptyState title="There is no such product">It may be for its members alone.</EmptyState>
        )
      ) : error ? (
        <LoadError
          title="The product could not be loaded"
          {...explainError(error)}
          onRetry={() => Promise.all([list.refetch(), parts.refetch()])}
          isRetrying={list.isFetching || parts.isFetching}
        />
      ) : (
        <Loading label="Loading the product">
          <Skeleton height="240px" radius="10px" />
        </Loading>
      )}
    </Page>
  )
}

function Parts({
  product,
  components,
  versions,
}: {
  product: Product
  components: readonly Component[]
  versions: readonly Version[]
}) {
  const { see, manage } = product.abilities
  const { data: counted } = useQuery({ ...progressQuery(product._id), enabled: see })
  const [question, setQuestion] = useState<Question>()
  const [moving, setMoving] = useState<{ readonly version: string; readonly bulk: Bulk }>()
  const close = () => setQuestion(undefined)
  const progressOf = ({ _id }: Version): Progress | undefined =>
    counted && (counted.find(({ versionId }) => versionId === _id) ?? { bugs: 0, closed: 0 })
  const add = (what: 'component' | 'version', words: string, isFirst: boolean) =>
    manage && (
      <Button
        size="xs"
        variant={isFirst ? 'filled' : 'default'}
        icon={<IconPlus size={16} aria-hidden />}
        onClick={() => setQuestion({ what })}
      >
        {words}
      </Button>
    )
  return (
    <>
      <section className="parts" aria-labelledby="versions">
        <div className="parts-head">
          <h2 id="versions">Versions</h2>
          {add('version', 'New version', true)}
        </div>
        {moving && (
          <AdoptedBugs
            key={moving.bulk._id}
            bulk={moving.bulk}
            name={moving.version}
            root="products"
            permission="canManageProducts"
            words={movingWords}
            texts={{ success: partMessages.moveUndone, failure: partMessages.moveUndoFailed }}
            kept="The bugs stay where they are"
          />
        )}
        {versions.length === 0 ? (
          <p className="muted">None yet. A version with a day is a milestone: this page shows how far it is.</p>
        ) : (
          <ul className="products" aria-labelledby="versions">
            {versions.map((version) => (
              <VersionRow
                key={version._id}
                version={version}
                product={product}
                progress={progressOf(version)}
                onEdit={() => setQuestion({ what: 'version', version })}
                onRelease={() => setQuestion({ what: 'release', version })}
              />
            ))}
          </ul>
        )}
      </section>
      <section className="parts" aria-labelledby="components">
        <div className="parts-head">
          <h2 id="components">Components</h2>
          {add('component', 'New component', false)}
        </div>
        {components.length === 0 ? (
          <p className="muted">None yet. A component may have somebody to whom its reports are assigned.</p>
        ) : (
          <ul className="products" aria-labelledby="components">
            {components.map((component) => (
              <ComponentRow
                key={component._id}
                component={component}
                product={product}
                onEdit={() => setQuestion({ what: 'component', component })}
              />
            ))}
          </ul>
        )}
      </section>
      {manage && <ImportedComponents product={product} />}
      {question?.what === 'component' && <ComponentDialog product={product} {...question} onClose={close} />}
      {question?.what === 'version' && <VersionDialog product={product} {...question} onClose={close} />}
      {question?.what === 'release' && (
        <ReleaseDialog
          product={product}
          version={question.version}
          others={versions.filter((other) => other._id !== question.version._id && !other.isArchived)}
          open={openIn(progressOf(question.version))}
          onMoving={(version, bulk) => setMoving({ version, bulk })}
          onClose={close}
        />
      )}
    </>
  )
}

const openIn = (progress: Progress | undefined) => (progress ? progress.bugs - progress.closed : 0)
