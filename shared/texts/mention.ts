import * as z from 'zod/mini'
import { recordId } from '#shared/http/fields.ts'

/** A person whom a text mentions as `@name`. The name is the one in the text, whatever the person is called now. */
export const mention = z.object({ _id: recordId, name: z.string() })

export type Mention = z.output<typeof mention>
