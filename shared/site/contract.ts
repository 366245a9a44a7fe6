import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'

export const site = z.object({
  bannerText: z.string(),
  /** The author's external links; one that the operator left empty is absent. */
  author: z.object({
    name: z.string(),
    codeHost: z.optional(z.string()),
    network: z.optional(z.string()),
    mail: z.optional(z.string()),
    portfolio: z.optional(z.string()),
  }),
  /** Credentials for the login page's hint box; absent when the demo is off. */
  demo: z.optional(z.object({ email: z.string(), password: z.string() })),
  /** Largest file that can be attached, in bytes. */
  maxAttachmentBytes: z.int(),
  version: z.string(),
})
export type Site = z.output<typeof site>

export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'public',
  summary: 'The texts and links that the operator configured.',
  reply: z.object({ result: site }),
})
