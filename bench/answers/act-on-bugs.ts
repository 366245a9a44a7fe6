import { between, pick, seededRandom } from '#bench/random.ts'
import { newVisitorCookie, openChatClient } from '#testing/chat-client.ts'
import type { Lexicon } from './lexicon.ts'
import type { PersonClient } from './person-client.ts'
import { type Role, roles } from './world.ts'

interface Listed {
  readonly _id: string
}

/** What the queries can name. */
export interface ActedOn {
  /** Ids of bugs of all ages. */
  readonly bugIds: readonly string[]
  /** Ids of bugs into which others were merged. */
  readonly originals: readonly string[]
  /** The texts of visitors' messages. */
  readonly chatLines: readonly string[]
}

/** Words that occur only in the chat, and in comments that were deleted. */
const chatWords = ['sesquipedalian', 'borborygmus', 'quincunx']
const deletedWord = 'flibbertigibbet'
const pagesRead = 8
const conversations = 60

/**
 * Follows, joins, merges, closes, classifies, assigns, edits and comments on some bugs, and creates others from
 * conversations.
 */
export async function actOnBugs(
  origin: string,
  people: Readonly<Record<Role, PersonClient>>,
  lexicon: Lexicon,
  seed: string,
): Promise<ActedOn> {
  const random = seededRandom(`${seed} acts`)
  const bugIds = await someBugs(people.staff)
  const originals: string[] = []
  const { _id: staffId } = await people.staff.must<Listed>('GET', '/api/user/loginStatus')
  for (const [n, id] of bugIds.entries()) {
    const path = `/api/bug/${id}`
    const anybody = people[pick(random, roles)]
    const words = lexicon.phrase(random, 5) || 'see above'
    const act = n % 8
    if (act === 0) await anybody.must('PUT', `${path}/follow`, { following: true })
    // Refused to the bug's reporter.
    if (act === 1) await anybody.call('POST', `${path}/join`, { note: words })
    if (act === 2) await people.staff.must('PUT', `${path}/close`, { closed: random() < 0.7 })
    if (act === 3) await people.staff.must('PUT', `${path}/assign`, { userId: staffId })
    if (act === 4) {
      const classification = pick(random, ['approved', 'unapproved', 'unclassified'])
      await people.staff.must('PUT', `${path}/classify`, { classification })
    }
    if (act === 5) {
      const into = pick(
        random,
        bugIds.filter((_, other) => other % 8 === 0),
      )
      // Refused where the original is a duplicate itself.
      const { status } = await people.staff.call('POST', `${path}/merge`, { into, close: random() < 0.5 })
      if (status === 200) originals.push(into)
    }
    if (act === 6) {
      const texts = { title: words, description: lexicon.phrase(random, 40) || words, stepsToReproduce: words }
      await people.staff.must('PUT', path, texts)
    }
    if (act === 7) await comment(anybody, path, words, n)
  }
  return { bugIds, originals, chatLines: await talk(origin, people.support, lexicon, seed) }
}

async function someBugs(person: PersonClient): Promise<string[]> {
  const read = (page: number) =>
    person.must<{ result: Listed[]; pagination: { totalPages: number } }>(
      'GET',
      `/api/bug/list?pageSize=100&pageNumber=${page}`,
    )
  const { totalPages } = (await read(1)).pagination
  const ids: string[] = []
  for (let n = 0; n < pagesRead; n++) {
    const { result } = await read(1 + Math.floor((n * (totalPages - 1)) / (pagesRead - 1)))
    ids.push(...result.map(({ _id }) => _id))
  }
  return [...new Set(ids)]
}

/** Adds a comment: some have a file, some are edited or deleted later. */
async function comment(person: PersonClient, path: string, words: string, n: number): Promise<void> {
  const file = n % 24 === 7 && (await person.must<{ result: Listed }>('POST', '/api/attachments?name=log.txt', words))
  const message = file ? `${words} [log.txt](attachment:${file.result._id})` : `${words} ${deletedWord}`
  const said = await person.must<{ comment: { commentId: string } }>('POST', `${path}/comments/new`, { message })
  if (file) return
  const own = `${path}/comments/${said.comment.commentId}`
  if (n % 16 === 7) await person.must('DELETE', own)
  else await person.must('PUT', own, { message: words })
}

/** Sends messages as visitors, of which the support makes bugs with other words. */
async function talk(origin: string, support: PersonClient, lexicon: Lexicon, seed: string): Promise<string[]> {
  const random = seededRandom(`${seed} chat`)
  const lines: string[] = []
  for (let n = 0; n < conversations; n++) {
    const visitor = await openChatClient(origin, await newVisitorCookie(origin))
    let conversationId = ''
    for (let line = between(random, 1, 4); line > 0; line--) {
      const message = `${lexicon.phrase(random, between(random, 4, 15))} ${random() < 0.4 ? pick(random, chatWords) : '.'}`
      conversationId = (await visitor.say(message)).conversationId
      lines.push(message)
    }
    visitor.close()
    const words = lexicon.phrase(random, 4) || 'Something is wrong'
    const body = { title: words, description: lexicon.phrase(random, 30) || words, stepsToReproduce: words }
    await support.must('POST', `/api/chat/conversations/${conversationId}/bugs`, body)
  }
  return lines
}
