import { maxBodyLength, maxTitleLength } from '#shared/bugs/fields.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { filledText, oneOf, recordId, text } from '#shared/http/fields.ts'
import { productReference } from '#shared/products/product-reference.ts'
import * as z from 'zod/mini'
import {
  customField,
  fieldFacts,
  fieldKeyPattern,
  fieldKinds,
  maxFields,
  maxTemplateAbout,
  maxTemplateName,
  maxTemplates,
} from './custom-field.ts'

export const listFields = endpoint({
  method: 'GET',
  path: '/api/field/list',
  access: 'signed-in',
  summary:
    'The custom fields of the products that the caller may see, by product, in their order, the retired ones last; for holders of canManageProducts those of all products.',
  reply: z.object({ result: z.array(customField) }),
})

const ofProduct = z.object({ productId: recordId })

export const createField = endpoint({
  method: 'POST',
  path: '/api/product/:productId/fields',
  access: 'canManageProducts',
  summary: `Defines a custom field of a product, as its last one; a product has ${maxFields} at most that are not retired. Its key and its kind stay for ever.`,
  params: ofProduct,
  body: z.object({
    key: z.string().check(
      z.regex(fieldKeyPattern, 'must be 2 to 30 small letters, digits and hyphens, beginning with a letter'),
      z.refine((key) => !/-(asc|desc)$/.test(key), 'must not end in -asc or -desc, which are directions of an order'),
    ),
    kind: oneOf(fieldKinds),
    name: fieldFacts.name,
    help: z.optional(fieldFacts.help),
    choices: z.optional(fieldFacts.choices),
    required: z.optional(fieldFacts.required),
  }),
  reply: z.object({ result: customField }),
})

const oneField = z.object({ fieldId: recordId })
const place = z.int().check(z.gte(0), z.lte(1_000))

export const editField = endpoint({
  method: 'PUT',
  path: '/api/field/:fieldId',
  access: 'canManageProducts',
  summary:
    'Changes a custom field; what is absent stays. A retired one is no longer offered, and shown where it has a value. Bugs keep values that are no longer among the choices.',
  params: oneField,
  body: z.object({
    name: z.optional(fieldFacts.name),
    help: z.optional(fieldFacts.help),
    choices: z.optional(fieldFacts.choices),
    required: z.optional(fieldFacts.required),
    isRetired: z.optional(z.boolean()),
    /** Counted from 0 among the product's fields that are not retired. */
    place: z.optional(place),
  }),
  reply: z.object({ result: customField }),
})

/** What a report of a product begins with. */
const reportTemplate = z.object({
  _id: recordId,
  product: productReference,
  name: z.string(),
  /** What it is for. */
  about: z.string(),
  title: z.string(),
  description: z.string(),
  stepsToReproduce: z.string(),
  /** The keys of the custom fields that are asked first. */
  fields: z.array(z.string()),
  /** It is no longer offered. */
  isArchived: z.boolean(),
})
export type ReportTemplate = z.output<typeof reportTemplate>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/template/list',
  access: 'signed-in',
  summary:
    'The report templates of the products that the caller may see, by product, in their order, the archived ones last; for holders of canManageProducts those of all products.',
  reply: z.object({ result: z.array(reportTemplate) }),
})

const templateFacts = {
  about: z.optional(text(maxTemplateAbout)),
  title: z.optional(text(maxTitleLength)),
  description: z.optional(text(maxBodyLength)),
  stepsToReproduce: z.optional(text(maxBodyLength)),
  fields: z.optional(z.array(text(30)).check(z.maxLength(maxFields, `must be at most ${maxFields} fields`))),
}
const templateName = filledText(maxTemplateName)

export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/product/:productId/templates',
  access: 'canManageProducts',
  summary: `Adds a report template to a product, as its last one; a product has ${maxTemplates} at most that are not archived.`,
  params: ofProduct,
  body: z.object({ name: templateName, ...templateFacts }),
  reply: z.object({ result: reportTemplate }),
})

export const editTemplate = endpoint({
  method: 'PUT',
  path: '/api/template/:templateId',
  access: 'canManageProducts',
  summary: 'Changes a report template; what is absent stays. An archived one is no longer offered.',
  params: z.object({ templateId: recordId }),
  body: z.object({
    name: z.optional(templateName),
    ...templateFacts,
    isArchived: z.optional(z.boolean()),
    /** Counted from 0 among the product's templates that are not archived. */
    place: z.optional(place),
  }),
  reply: z.object({ result: reportTemplate }),
})
