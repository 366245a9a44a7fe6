import type { Endpoint } from '#shared/http/endpoint.ts'
import { permissionNames } from '#shared/access/permissions.ts'
import { bugStatuses, classifications, reportCooldownSeconds } from '#shared/bugs/words.ts'
import { endpoints } from '#shared/endpoints.ts'
import { emptyPagination } from '#shared/http/page.ts'
import { minPasswordLength, minRegistrationEmailLength } from '#shared/users/contract.ts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

interface SpecifiedCall {
  /** Every key of the body or the query, which the endpoint must accept. */
  readonly takes: readonly string[]
  /** Keys of the answer that a client reads, dotted where one lies within another; `[]` stands for a list's entry. */
  readonly answers: readonly string[]
}

const names = ['fullName', 'givenName', 'familyName']
const listQuery = ['keywords', 'minAge', 'maxAge', 'sortBy', 'sortByInvert', 'pageNumber', 'pageSize']
const texts = ['title', 'description', 'stepsToReproduce']
const pages = ['currentPage', 'pageSize', 'totalCount', 'totalPages'].map((key) => `pagination.${key}`)
const bugFacts = [
  ...['_id', ...texts, 'createdOn', 'createdBy._id', 'createdBy.fullName', 'isClosed', 'status', 'classification'],
  ...['assigned.assignedTo', 'assigned.fullName', 'assigned.assignedOn'],
]
const commentFacts = ['commentId', 'user.fullName', 'createdOn', 'message']
const userFacts = ['_id', 'email', ...names, 'role', 'createdOn']
const within = (place: string, keys: readonly string[]) => keys.map((key) => `${place}.${key}`)

/** The calls of the specification with their keys, without what the product adds. */
const calls: Readonly<Record<string, SpecifiedCall>> = {
  'POST /api/user/login': { takes: ['email', 'password'], answers: ['loggedIn', 'name'] },
  'POST /api/user/register': { takes: ['email', 'password', ...names], answers: ['code'] },
  'POST /api/user/logout': { takes: [], answers: [] },
  'GET /api/user/loginStatus': { takes: [], answers: ['loggedIn', 'name'] },
  'POST /api/user/hasPermission': { takes: ['permission'], answers: ['hasPermission', '_id'] },
  'GET /api/user/me': { takes: [], answers: within('result', [...names, 'email', 'role']) },
  'PUT /api/user/update/me': { takes: [...names, 'password'], answers: [] },
  'GET /api/user/list': {
    takes: [...listQuery, 'role'],
    answers: [...within('result.[]', userFacts), ...pages],
  },
  'GET /api/user/:userId': {
    takes: ['keywords'],
    answers: [...within('result', userFacts), ...within('result.[]', userFacts)],
  },
  'PUT /api/user/:userId': { takes: [...names, 'role', 'password'], answers: [] },
  'GET /api/bug/list': {
    takes: [...listQuery, 'classification', 'closed'],
    answers: [...within('result.[]', bugFacts), ...pages],
  },
  'GET /api/bug/:bugId': {
    takes: [],
    answers: [...within('result', bugFacts), ...within('result.comments.[]', commentFacts)],
  },
  'POST /api/bug/new': { takes: texts, answers: [] },
  'PUT /api/bug/:bugId': { takes: texts, answers: [] },
  'PUT /api/bug/:bugId/my': { takes: texts, answers: [] },
  'POST /api/bug/:bugId/comments/new': { takes: ['message'], answers: within('comment', commentFacts) },
  'PUT /api/bug/:bugId/close': { takes: ['closed'], answers: [] },
  'PUT /api/bug/:bugId/classify': { takes: ['classification'], answers: [] },
  'PUT /api/bug/:bugId/assign': { takes: ['userId'], answers: [] },
}

const declared = new Map<string, Endpoint>(
  Object.values(endpoints).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)

type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] }

/** Returns every key of a schema and of its parts, dotted. */
function keysOf(schema: z.ZodMiniType | undefined): string[] {
  if (!schema) return []
  const walk = ({ properties = {}, items, anyOf = [] }: Shape, place: string): string[] => [
    ...Object.entries(properties).flatMap(([key, inner]) => [place + key, ...walk(inner, `${place}${key}.`)]),
    ...(items ? walk(items, `${place}[].`) : []),
    ...anyOf.flatMap((inner) => walk(inner, place)),
  ]
  return walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, '')
}

describe('the specified calls', () => {
  it.each(Object.entries(calls))('%s takes and answers what the specification lists', (call, { takes, answers }) => {
    const endpoint = declared.get(call)
    expect(endpoint, call).toBeDefined()
    const taken = endpoint?.method === 'GET' ? endpoint.query : endpoint?.body
    expect(keysOf(taken)).toEqual(expect.arrayContaining([...takes]))
    expect(keysOf(endpoint?.reply)).toEqual(expect.arrayContaining([...answers]))
  })

  it('answer with a password nowhere', () => {
    const site = 'GET /api/site'
    for (const [call, endpoint] of declared) {
      // The demo's credentials are public; the login page shows them.
      if (call !== site)
        expect(
          keysOf(endpoint.reply).filter((key) => /password/i.test(key)),
          call,
        ).toEqual([])
    }
  })
})

describe('the specified words and numbers', () => {
  it('are the permissions, classifications and statuses that there are', () => {
    expect([...permissionNames].toSorted()).toEqual(
      [
        'canViewData',
        'canClassifyAnyBug',
        'canReassignAnyBug',
        'canEditAnyBug',
        'canEditMyBug',
        'canCloseAnyBug',
        'canEditAnyUser',
        'liveChatAdmin',
        // Of what the specification does not speak of.
        'canViewPrivateBugs',
        'canManageProducts',
        'canViewInternalComments',
        'canManageInstallation',
      ].toSorted(),
    )
    expect(classifications).toEqual(['unclassified', 'approved', 'unapproved', 'duplicate'])
    expect(bugStatuses).toEqual(['Open', 'In Progress', 'Closed', 'Resolved'])
  })

  it('are the pagination before the first answer, and the least lengths and waits', () => {
    expect(emptyPagination).toEqual({ currentPage: 1, pageSize: 5, totalCount: 0, totalPages: 0 })
    expect([minPasswordLength, minRegistrationEmailLength, reportCooldownSeconds]).toEqual([8, 5, 3])
  })
})
