import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'

/** What the product is called where the operator gives it no other name. */
export const defaultProductName = 'Mothlight'

/**
 * Who creates accounts: everybody; whoever confirms an address of a named domain; whom administrators invite; or only the
 * operator. Administrators invite in all but the last.
 */
export const signUpModes = ['open', 'domains', 'invitation', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

export const site = z.object({
  productName: z.string(),
  /** Empty for no banner. */
  bannerText: z.string(),
  home: z.object({
    title: z.string(),
    text: z.string(),
    /** What the installation is for and of; empty for none. */
    about: z.string(),
  }),
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
  /** Whether everybody can create an account; `signUp` says who can otherwise. */
  isSignUpOpen: z.boolean(),
  signUp: z.enum(signUpModes),
  /** Those whose addresses may sign up, where that is not everybody’s. */
  signUpDomains: z.array(z.string()),
  /** Whether mails with links are sent, so that a forgotten password needs no administrator. */
  sendsMail: z.boolean(),
  /** Largest file that can be attached, in bytes. */
  maxAttachmentBytes: z.int(),
  version: z.string(),
})
export type Site = z.output<typeof site>

/** Returns whether people create their own accounts, be it everybody or those with an address of a named domain. */
export const takesSignUps = ({ signUp }: Pick<Site, 'signUp'>): boolean => signUp === 'open' || signUp === 'domains'

export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'public',
  summary: 'What the installation is called and says of itself, its links, and who may sign up.',
  reply: z.object({ result: site }),
})
