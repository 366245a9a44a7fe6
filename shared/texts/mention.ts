import * as z from 'zod/mini'
import { recordId } from '#shared/http/fields.ts'

/** Somebody whom a text names as `@name`. The name is the one that stands in the text, whatever the person is called now. */
export const mention = z.object({ _id: recordId, name: z.string() })

export type Mention = z.output<typeof mention>
