import { answerParent } from '#bench/processes/answer-parent.ts'
import { type Bug, type BugListItem, listBugs, viewBug } from '#shared/bugs/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import Fastify from 'fastify'
import type { ServerQuestion } from '../servers/questions.ts'

/**
 * The minimal pages with the same texts: plain HTML without a framework, kept in memory, a style sheet of ten lines,
 * and a script that replaces the old answer. Its times are those of browser, machine and network alone. BENCH_PRODUCT
 * is the product's origin, BENCH_COOKIE the session that reads.
 */
const product = process.env['BENCH_PRODUCT'] ?? ''
const cookie = process.env['BENCH_COOKIE'] ?? ''

const http = Fastify()
const answers = new Map<string, Promise<string>>()

http.get<{ Querystring: Record<string, string> }>('/rows', async ({ query }, reply) => {
  const listed = String(new URLSearchParams(query))
  return reply.type('text/html; charset=utf-8').send(await kept(`rows ${listed}`, () => rows(listed)))
})
http.get<{ Querystring: Record<string, string> }>('/list', async ({ query }, reply) => {
  const listed = String(new URLSearchParams(query))
  return reply.type('text/html; charset=utf-8').send(pageAround(await kept(`rows ${listed}`, () => rows(listed))))
})
http.get<{ Params: { id: string } }>('/words/:id', async ({ params }, reply) =>
  reply.type('text/html; charset=utf-8').send(await kept(params.id, () => bug(params.id))),
)
http.get<{ Params: { id: string } }>('/bug/:id', async ({ params }, reply) =>
  reply.type('text/html; charset=utf-8').send(pageAround(await kept(params.id, () => bug(params.id)))),
)
http.get('/form', (_request, reply) =>
  reply
    .type('text/html; charset=utf-8')
    .send(pageAround('<form><input type="password"><textarea></textarea><button>Send</button></form>')),
)
http.get('/plain.js', (_request, reply) => reply.type('text/javascript').send(script))
http.get('/plain.css', (_request, reply) => reply.type('text/css').send(style))
http.get('/favicon.ico', (_request, reply) => reply.code(204).send())

function kept(name: string, make: () => Promise<string>): Promise<string> {
  const known = answers.get(name) ?? make()
  answers.set(name, known)
  return known
}

async function read<T>(path: string): Promise<T> {
  const response = await fetch(product + path, { headers: { cookie } })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
  return (await response.json()) as T
}

async function rows(query: string): Promise<string> {
  const { result } = await read<{ result: BugListItem[] }>(`${listBugs.path}?${query}`)
  const cards = result.map(
    (one) =>
      `<li class="bug-card"><h2><a class="bug-card-link" href="/bug/${one._id}" data-id="${one._id}">${safe(one.title)}</a></h2><p>${safe(one.status)} ${safe(one.createdOn)} by ${safe(one.createdBy.fullName)} ${safe(one.classification)} ${one.commentCount} comments</p></li>`,
  )
  return `<ul aria-label="Bugs">${cards.join('')}</ul>`
}

async function bug(id: string): Promise<string> {
  const { result } = await read<{ result: Bug }>(`${viewBug.path.replace(':bugId', id)}?comments=none`)
  const timeline = await read<{ result: { comment?: { message: string } }[] }>(listTimeline.path.replace(':bugId', id))
  const said = timeline.result.map(({ comment }) => `<li>${safe(comment?.message ?? 'A change')}</li>`)
  return `<h1>${safe(result.title)}</h1><div class="bug-words"><section><p>${safe(result.description)}</p><p>${safe(result.stepsToReproduce)}</p></section></div><ol class="timeline">${said.join('')}</ol>`
}

const pageAround = (words: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plain</title><link rel="stylesheet" href="/plain.css"><script src="/plain.js" defer></script></head><body><input type="search" aria-label="Keywords"><main>${words}</main></body></html>`

const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const style = `body { font: 16px/1.5 sans-serif; max-width: 960px; margin: 0 auto }
ul { list-style: none; padding: 0 }
li { border: 1px solid #ccc; border-radius: 8px; margin: 8px 0; padding: 8px 16px }`

const script = `const main = document.querySelector('main')
const show = async (path) => { const reply = await fetch(path); main.innerHTML = await reply.text() }
document.querySelector('input').addEventListener('keydown', (event) => {
  if (event.key === 'Enter') show('/rows?' + event.target.value)
})
main.addEventListener('click', (event) => {
  const id = event.target.dataset.id
  if (!id) return
  event.preventDefault()
  show('/words/' + id)
})`

const port = http.listen({ host: '127.0.0.1', port: 0 }).then(() => (http.server.address() as { port: number }).port)
answerParent(async (question) => {
  if ((question as ServerQuestion) === 'port') return port
  throw new Error('The plain server knows its port and nothing else.')
})
