import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cutReply } from './cut-reply.ts'
import { readMail } from './read-mail.ts'

interface Reply {
  readonly name: string
  readonly mail: string
  readonly kept: string
}

/** See testing/mail-replies/README.md. */
const replies = join(import.meta.dirname, '../../../../testing/mail-replies/replies.jsonl')
const leastShare = 0.98

/** Without marks of emphasis and lists, and with all white space alike. */
const plain = (text: string) =>
  text
    .replaceAll(/(^|\s)[*_]+(?=\S)|(?<=\S)[*_]+(?=\s|$|[.,;:!?])/g, '$1')
    .replaceAll(/^\s*(?:[-*]|\d+\.)\s+/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

it('of 200 answers of many mail programs, the words of their authors are found, and never fewer', async () => {
  const all = (await readFile(replies, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reply)
  const wrong: string[] = []
  const lost: string[] = []
  for (const { name, mail, kept } of all) {
    const { text, signatures, files } = await readMail(Buffer.from(mail))
    const words = plain(cutReply(text, { signatures, hasFiles: files.length > 0 }))
    if (words !== plain(kept)) wrong.push(name)
    if (
      !words.includes(plain(kept)) &&
      !plain(kept)
        .split(' ')
        .every((word) => words.includes(word))
    )
      lost.push(name)
  }
  expect(all).toHaveLength(200)
  expect(lost, 'words of these were cut').toEqual([])
  expect(1 - wrong.length / all.length, `wrong: ${wrong.join(', ')}`).toBeGreaterThanOrEqual(leastShare)
})
