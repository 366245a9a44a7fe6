import type { Attachment } from '#shared/attachments/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Sending } from './send-file.ts'
import { Uploads } from './uploads.ts'

interface Sent extends Sending {
  readonly file: File
  readonly arrive: (attachment: Attachment) => void
  readonly fail: (error: unknown) => void
}

/** Opens uploads to a server that answers on the test's command. */
function open() {
  const sent: Sent[] = []
  const uploads = new Uploads((file, sending) => {
    const { promise, resolve, reject } = Promise.withResolvers<Attachment>()
    sending.signal.addEventListener('abort', () => reject(sending.signal.reason))
    sent.push({ ...sending, file, arrive: resolve, fail: reject })
    return promise
  })
  return { uploads, sent, names: () => uploads.visible().map(({ name }) => name) }
}

const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name)
const attachment = (name: string) => ({ _id: name, name }) as Attachment
const limit = 1024

describe('files on their way', () => {
  test('are sent, are seen as far as they are, and go when they are there', async () => {
    const { uploads, sent } = open()
    const there = uploads.add(file('a', 10), limit)
    expect(uploads.visible()).toMatchObject([{ name: 'a', bytes: 10, sent: 0 }])
    sent[0]!.onProgress(7)
    expect(uploads.visible()).toMatchObject([{ sent: 7, failure: undefined }])
    sent[0]!.arrive(attachment('a'))
    expect(await there).toMatchObject({ _id: 'a' })
    expect(uploads.visible()).toEqual([])
  })

  test('are three at a time, in their order', async () => {
    const { uploads, sent, names } = open()
    for (const name of 'abcde') void uploads.add(file(name), limit)
    expect(names()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(sent.map((one) => one.file.name)).toEqual(['a', 'b', 'c'])
    expect(uploads.visible()[4]).toMatchObject({ sent: undefined })
    sent[1]!.arrive(attachment('b'))
    await setImmediate()
    expect(sent.map((one) => one.file.name)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('that are too large or empty are refused before anything is sent, and can’t be tried again', () => {
    const { uploads, sent } = open()
    void uploads.add(file('large', limit + 1), limit)
    void uploads.add(file('empty', 0), limit)
    void uploads.add(file('fits', limit), limit)
    expect(sent.map((one) => one.file.name)).toEqual(['fits'])
    expect(uploads.visible().map(({ failure }) => failure)).toEqual([
      { text: 'Too large: files may have up to 1 kB.', canRetry: false },
      { text: 'This file is empty.', canRetry: false },
      undefined,
    ])
  })

  test('that fail say why and can be tried again', async () => {
    const { uploads, sent } = open()
    const there = uploads.add(file('a'), limit)
    sent[0]!.fail(new CallError({ status: 413, code: 'too-large', message: 'Larger than 5 MB.' }))
    await setImmediate()
    expect(uploads.visible()).toMatchObject([{ failure: { text: 'Larger than 5 MB.', canRetry: true } }])
    uploads.retry(uploads.visible()[0]!.key)
    expect(uploads.visible()).toMatchObject([{ failure: undefined, sent: 0 }])
    sent[1]!.arrive(attachment('a'))
    expect(await there).toMatchObject({ _id: 'a' })
  })

  test('that are cancelled are stopped, and make room for the next', async () => {
    const { uploads, sent, names } = open()
    const [cancelled] = [...'abcd'].map((name) => uploads.add(file(name), limit))
    uploads.drop(uploads.visible()[0]!.key)
    expect(await cancelled).toBeUndefined()
    expect(sent[0]!.signal.aborted).toBe(true)
    await setImmediate()
    expect(names()).toEqual(['b', 'c', 'd'])
    expect(sent.map((one) => one.file.name)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('are all stopped when the field goes', async () => {
    const { uploads, sent } = open()
    const all = [...'abcd'].map((name) => uploads.add(file(name), limit))
    uploads.dropAll()
    expect(await Promise.all(all)).toEqual([undefined, undefined, undefined, undefined])
    await setImmediate()
    expect(sent).toHaveLength(3)
    expect(uploads.visible()).toEqual([])
  })
})
