import { adoptImportedComponent, listImportedComponents } from '#shared/parts/imported-contract.ts'
import type { Product } from '#shared/products/contract.ts'
import { AdoptableWords } from '#web/features/imported-words/public.ts'
import { call } from '#web/lib/call.ts'

const words = {
  doing: 'Setting the component',
  done: 'given the component',
  undoing: 'Removing the component',
  undone: 'no longer in the component',
}
const taking = { success: 'Component removed from its bugs', failure: 'The component was not removed' }

/** Shows the words of components that imported bugs of a product brought along, each of which can be made a component. */
export function ImportedComponents({ product }: { product: Product }) {
  const params = { productId: product._id }
  return (
    <AdoptableWords
      title="Words of imported components"
      action="Make a component of it"
      queryKey={['products', 'imported-components', product._id]}
      list={async (signal) => (await call(listImportedComponents, { params, signal })).result}
      adopt={async (name) => {
        const { component, bulk } = await call(adoptImportedComponent, { params, body: { name } })
        return { name: component.name, bulk }
      }}
      permission="canManageProducts"
      words={words}
      texts={taking}
      kept="The bugs keep the component"
      failure="No component was made"
    />
  )
}
