import { editBug, listBugs, reportBug } from '#shared/bugs/contract.ts'
import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { addComment, editComment, maxCommentLength } from '#shared/comments/contract.ts'
import { listConversations } from '#shared/chat/contract.ts'
import { findSimilar } from '#shared/similar/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import { listUsers } from '#shared/users/contract.ts'
import { maxKeywordsLength } from '#shared/http/page.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Texts for which expressions with nested repetition need exponential or quadratic time; repeated up to the longest
 * allowed.
 */
const repeated = [
  'a',
  ' ',
  '\n',
  '\t \n',
  '(',
  '[',
  '![',
  '](',
  '<',
  '<!--',
  '`',
  '```\n',
  '*a **a ',
  '_',
  '~~',
  '|',
  '| - ',
  '> ',
  '- \n',
  '1. ',
  '&',
  '&#',
  '@',
  '@a',
  '@[',
  '#',
  '#12345678',
  'attachment:',
  'http://',
  'a@a.',
  '.',
  '-',
  '"',
  '\\',
  'é\u0301',
  '🦋',
  'aA1_',
  'x x\u00a0',
  'error: ',
  'at a (b:1)\n',
]
const filled = (piece: string, length: number) =>
  (
    piece
      .repeat(Math.ceil(length / piece.length))
      .slice(0, length - 2)
      .replace(/[\ud800-\udbff]$/, '') + ' x'
  ).padStart(2, 'w')

let app: TestApp
let person: Caller & { userId: string }
let bugId: string
beforeAll(async () => {
  app = await openTestApp({ LIMIT_SIMILAR: '1000000' })
  person = await app.person(['admin'])
  const body = { title: 'A bug', description: 'd', stepsToReproduce: 's' }
  bugId = (await person.call(reportBug, { body })).body.result._id
})
afterAll(() => app?.end())

/** Quadratic work on the longest texts would take minutes, and the test would be over before. */
async function answered<T extends { status: number }>(call: Promise<T>): Promise<T> {
  const answer = await call
  expect(answer.status).toBeLessThan(500)
  return answer
}

describe('a text made to keep its reader busy', () => {
  // Each makes a dozen writes of the longest texts, so every second one is enough.
  it.each(repeated.filter((_, n) => n % 2 === 0))('of %j is stored, indexed, merged and read', async (piece) => {
    const [title, body] = [filled(piece, maxTitleLength), filled(piece, maxBodyLength)]
    const texts = { title, description: body, stepsToReproduce: `${body.slice(0, -1)}y` }
    const params = { bugId }
    const first = await answered(person.call(editBug, { params, body: texts }))
    const version = first.status === 200 ? first.body.result.version : undefined
    // Two changes from the same version are merged line by line.
    await answered(
      person.call(editBug, { params, body: { ...texts, description: `y${body.slice(1)}`, baseVersion: version } }),
    )
    await answered(
      person.call(editBug, { params, body: { ...texts, description: `z${body.slice(2)}`, baseVersion: version } }),
    )
    const added = await answered(
      person.call(addComment, { params, body: { message: filled(piece, maxCommentLength) } }),
    )
    if (added.status === 200) {
      const { commentId } = added.body.comment
      const message = `y${filled(piece, maxCommentLength - 1)}`
      await answered(person.call(editComment, { params: { bugId, commentId }, body: { message } }))
    }
    await answered(person.call(findSimilar, { body: { title, description: body, stepsToReproduce: body } }))
    await answered(person.call(listTimeline, { params }))
  })

  it.each(repeated)('as a search of %j is answered', async (piece) => {
    const keywords = filled(piece, maxKeywordsLength)
    await answered(person.call(listBugs, { query: { keywords } }))
    await answered(person.call(listUsers, { query: { keywords } }))
    await answered(person.call(listConversations, { query: { keywords } }))
    for (const word of [`"${keywords.slice(0, 400)}"`, `-${keywords.slice(0, 400)}`, `(${keywords.slice(0, 400)})`]) {
      await answered(person.call(listBugs, { query: { keywords: word } }))
    }
  })

  it('as an address of a page, a cookie or an origin is read', async () => {
    for (const piece of repeated.filter((one) => /^[!-~]+$/.test(one))) {
      const long = piece.repeat(3000 / piece.length)
      await answered(person.send('GET', `/api/bug/${encodeURIComponent(long)}`))
      await answered(person.send('POST', '/api/user/logout', undefined, { cookie: long, origin: long }))
      await answered(
        person.send('GET', '/api/site', undefined, {
          'accept-encoding': long,
          'if-none-match': long,
          'user-agent': long,
        }),
      )
      const email = `${piece.repeat(250 / piece.length).slice(0, 240)}@a.b`
      await answered(app.stranger.send('POST', '/api/user/login', { email, password: 'a good password' }))
    }
  })
})
