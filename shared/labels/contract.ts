import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, namedId, oneOf, recordId, text } from '#shared/http/fields.ts'
import * as z from 'zod/mini'
import { label, labelTones, maxLabelDescription, maxLabelName } from './label.ts'

const tone = oneOf(labelTones)
const name = filledText(maxLabelName)
const description = text(maxLabelDescription)

const oneLabel = z.object({ labelId: recordId })

export const listLabels = endpoint({
  method: 'GET',
  path: '/api/label/list',
  access: 'canViewData',
  summary: 'All labels, A to Z.',
  reply: z.object({ result: z.array(label) }),
})

export const createLabel = endpoint({
  method: 'POST',
  path: '/api/label/new',
  access: 'canClassifyAnyBug',
  summary: 'Creates a label. A name that another label has, in whatever case, is a conflict.',
  body: z.object({ name, tone: z.optional(tone), description: z.optional(description) }),
  reply: z.object({ result: label }),
})

export const changeLabel = endpoint({
  method: 'PUT',
  path: '/api/label/:labelId',
  access: 'canClassifyAnyBug',
  summary: 'Renames a label, or changes its colour or description, wherever it is shown.',
  params: oneLabel,
  body: z.object({ name: z.optional(name), tone: z.optional(tone), description: z.optional(description) }),
  reply: z.object({ result: label }),
})

export const mergeLabel = endpoint({
  method: 'POST',
  path: '/api/label/:labelId/merge',
  access: 'canClassifyAnyBug',
  summary: 'Merges a label into another: its bugs have the other one, and it ceases to exist. There is no way back.',
  params: oneLabel,
  body: z.object({ into: namedId }),
  reply: z.object({ result: label }),
})

export const deleteLabel = endpoint({
  method: 'DELETE',
  path: '/api/label/:labelId',
  access: 'canClassifyAnyBug',
  summary: 'Deletes a label and takes it from all bugs. There is no way back.',
  params: oneLabel,
  reply: z.object({ deleted: z.literal(true) }),
})
