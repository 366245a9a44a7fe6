import { cookieOf } from '#bench/data-set/people.ts'
import { answerParent } from '#bench/processes/answer-parent.ts'
import { between, pick, seededRandom } from '#bench/random.ts'
import { generatedReports } from '#bench/reports/generated-reports.ts'
import { listBugs, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import { lookAt } from '#shared/live/socket-events.ts'
import { findSimilar } from '#shared/similar/contract.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'

/** Jobs of the process that plays the people. */
export type UsersJob =
  | { readonly do: 'connect'; readonly origin: string; readonly bugIds: readonly string[]; readonly people: number }
  | { readonly do: 'read'; readonly seconds: number; readonly pause: number }

/** Number of calls that were answered with 200, and of others. */
export interface UsersCalls {
  readonly answered: number
  readonly failed: number
}

interface Person {
  readonly cookie: string
  readonly socket: Socket
}

const random = seededRandom('a crowd')
const source = generatedReports('a crowd')
const words = ['error', 'page', 'crash', 'timeout', 'login', 'button', 'slow', 'upload']
let origin = ''
let bugIds: readonly string[] = []
const people: Person[] = []
let answered = 0
let failed = 0

answerParent(async (question) => {
  const job = question as UsersJob
  return job.do === 'connect' ? connect(job) : read(job)
})

/** Opens a page for each: a socket that receives one bug, or the list. */
async function connect(job: Extract<UsersJob, { do: 'connect' }>): Promise<number> {
  ;({ origin, bugIds } = job)
  while (people.length < job.people) {
    const cookie = cookieOf(people.length)
    const socket = io(origin, { transports: ['websocket'], forceNew: true, extraHeaders: { cookie } })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    await socket.emitWithAck(lookAt.name, random() < 0.5 ? { isList: true } : { bugId: someBug() })
    people.push({ cookie, socket })
  }
  return people.length
}

/** Lets everybody open a page, read it for a while, and open the next one. */
async function read({ seconds, pause }: Extract<UsersJob, { do: 'read' }>): Promise<UsersCalls> {
  answered = failed = 0
  const end = performance.now() + seconds * 1000
  await Promise.all(people.map((person) => browse(person, end, pause)))
  return { answered, failed }
}

async function browse(person: Person, end: number, pause: number): Promise<void> {
  await sleep(between(random, 0, pause))
  while (performance.now() < end) {
    await openPage(person)
    await sleep(between(random, pause / 2, pause * 1.5))
  }
}

async function openPage({ cookie, socket }: Person): Promise<void> {
  const kind = between(random, 0, 99)
  if (kind < 40) {
    const bugId = someBug()
    await socket.emitWithAck(lookAt.name, { bugId })
    await Promise.all([get(cookie, `${viewBug.path}?comments=none`, bugId), get(cookie, listTimeline.path, bugId)])
    return
  }
  if (kind < 65) return get(cookie, `${listBugs.path}?pageNumber=${between(random, 1, 1000)}`)
  if (kind < 85) return get(cookie, `${listBugs.path}?keywords=${pick(random, words)}`)
  if (kind < 95) return call(cookie, 'POST', findSimilar.path, similarQuestion())
  return call(cookie, 'POST', addComment.path.replace(':bugId', someBug()), { message: source.comment() })
}

function similarQuestion() {
  const { title, description, stepsToReproduce } = source.report()
  return { title, description, stepsToReproduce }
}

const someBug = () => pick(random, bugIds)
const get = (cookie: string, path: string, bugId = '') => call(cookie, 'GET', path.replace(':bugId', bugId))

async function call(cookie: string, method: string, path: string, body?: object): Promise<void> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json', origin }) }
  try {
    const response = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    await response.arrayBuffer()
    if (response.status === 200) answered++
    else failed++
  } catch {
    failed++
  }
}
