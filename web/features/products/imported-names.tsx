import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bulk } from '#shared/bulk/contract.ts'
import { AdoptedBugs, ImportedWords } from '#web/features/imported-words/public.ts'
import { AdoptDialog } from './adopt-dialog.tsx'
import { movingWords } from './moving-words.ts'
import { importedQuery } from './product-queries.ts'
import { productMessages } from './product-messages.ts'

const taking = { success: productMessages.adoptUndone, failure: productMessages.adoptUndoFailed }

/** Shows the names of products that imported bugs brought along, each of which can be made a product; nothing where there is none. */
export function ImportedNames() {
  const { data: names = [] } = useQuery(importedQuery)
  const [asked, setAsked] = useState<string>()
  const [moving, setMoving] = useState<{ readonly name: string; readonly bulk: Bulk }>()
  if (names.length === 0 && !moving) return null
  return (
    <ImportedWords title="Names of imported products" words={names} action="Make a product of it" onAct={setAsked}>
      {moving && (
        <AdoptedBugs
          key={moving.bulk._id}
          {...moving}
          root="products"
          permission="canManageProducts"
          words={movingWords}
          texts={taking}
          kept="The bugs stay where they are"
        />
      )}
      {asked !== undefined && (
        <AdoptDialog
          name={asked}
          onBegun={(bulk) => setMoving({ name: asked, bulk })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </ImportedWords>
  )
}
