import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ArchiveWriter } from './archive-writer.ts'

describe('an archive whose disk is full', () => {
  it('tells just that to whoever adds something next', async () => {
    const out = new Writable({ write: (_chunk, _encoding, done) => done() })
    const archive = new ArchiveWriter(out, new AbortController().signal)
    await archive.add('first', Buffer.alloc(10))
    out.destroy(Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' }))
    while (!out.closed) await setImmediate()
    await setImmediate()
    await expect(archive.add('second', Buffer.alloc(10))).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(archive.add('third', Buffer.alloc(10))).rejects.toMatchObject({ code: 'ENOSPC' })
  })
})
