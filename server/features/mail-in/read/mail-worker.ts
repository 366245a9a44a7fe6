import { parentPort } from 'node:worker_threads'
import { authenticityOf } from './authenticity.ts'
import { cutReply } from './cut-reply.ts'
import type { Asked, Said } from './mail-reader.ts'
import { readMail } from './read-mail.ts'

/** Reads mails apart from everything else, because strangers wrote them: see `MailReader`. */
parentPort?.on('message', (asked: Asked) => void answer(asked))
say({ is: 'ready' })

function say(said: Said): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, and no window
  parentPort?.postMessage(said)
}

async function answer(asked: Asked): Promise<void> {
  if (asked.is === 'check') {
    const { raw, ...mail } = asked.mail
    say({ is: 'checked', authenticity: await authenticityOf({ ...mail, raw: Buffer.from(raw) }, asked.settings) })
    return
  }
  const mail = await readMail(asked.raw).catch(() => undefined)
  say({ is: 'mail', mail })
  if (mail)
    say({ is: 'words', words: cutReply(mail.text, { signatures: mail.signatures, hasFiles: mail.files.length > 0 }) })
}
