import type { QueryClient } from '@tanstack/react-query'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import type { FieldsButton } from './fields-button.tsx'

let atHand: typeof FieldsButton | undefined

/** Shows it at once where it is loaded already. */
export const LateFieldsButton = lazyPart(
  async () => (await import('./fields-button.tsx')).FieldsButton,
  () => atHand,
)

/** Loads it, and begins to read the fields that it sets. */
export async function loadFieldsButton(client: QueryClient): Promise<void> {
  const { FieldsButton, readFields } = await import('./fields-button.tsx')
  atHand = FieldsButton
  // The rest of the bar does not wait for an answer of the server.
  readFields(client).catch(() => undefined)
}
