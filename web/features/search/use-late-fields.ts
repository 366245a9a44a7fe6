import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomField } from '#shared/custom-fields/custom-field.ts'
import { useSession } from '#web/lib/session/session.ts'

const none: readonly CustomField[] = []

/** Returns the custom fields that a search may name: none until somebody types, because few products have any. */
export function useLateFields() {
  const client = useQueryClient()
  const { hasForms } = useSession()
  const [fields, setFields] = useState(none)
  const [isWanted, setIsWanted] = useState(false)

  function wantFields() {
    if (isWanted || !hasForms) return
    setIsWanted(true)
    import('./late-fields.ts')
      .then(({ readFields }) => readFields(client))
      // Without them, everything else is suggested; the next key press asks again.
      .then(setFields, () => setIsWanted(false))
  }
  return { fields, wantFields }
}
