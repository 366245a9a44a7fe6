import type { MailSettings } from '#server/config/config.ts'
import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Logger } from '#server/config/log.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { markEmailRefused, mayBeMailed } from '#server/features/users/public.ts'
import type { Job } from '#server/jobs/job.ts'
import { headerLine, headersOf, isOneAddress, subjectLine } from './headers.ts'
import type { DueMail, MailKind } from './mail-kind.ts'
import type { MailOut } from './mail-out.ts'
import * as store from './mail-store.ts'
import { type Refusal, refusalOf, secretsOf } from './refusal.ts'
import { openTransport, type Transport } from './transport.ts'

export interface MailNeeds {
  readonly db: Db
  readonly inTx: InTx
  readonly log: Logger
  readonly settings: MailSettings | undefined
  readonly key: InstallationKey
  readonly out: MailOut
  readonly kinds: readonly MailKind[]
  /** Told of each mail that was sent, or was not. */
  readonly onTried?: ((kind: string, outcome: 'sent' | 'failed') => void) | undefined
}

/** Longest time that one mail takes, in milliseconds: less than its row is left alone for (`claimMail`). */
const longestSend = 45_000
/** How long a mail that is on its way has to arrive when the process stops. */
const patience = 3000

/** Sends what is due, and deletes what is long over. */
export function mailJobs(needs: MailNeeds): readonly Job[] {
  return [
    {
      name: store.sendJob,
      title: 'Send mails',
      schedule: '* * * * *',
      catchesUp: false,
      run: (stop) => sendMails(needs, stop),
    },
    {
      name: 'delete-old-mails',
      title: 'Delete the list of mails that were sent, or given up',
      schedule: '47 3 * * *',
      catchesUp: true,
      run: () => needs.inTx((tx) => store.deleteOldMails(tx)),
    },
  ]
}

async function sendMails(needs: MailNeeds, stop: AbortSignal): Promise<void> {
  const { db, inTx, settings, out, log } = needs
  const state = await out.state(db)
  // What is held waits for an administrator, however long that takes.
  if (state === 'held') return
  const expired = await inTx(async (tx) => {
    const mails = await store.expireMails(tx)
    for (const mail of mails) await tellUnsent(needs, tx, mail)
    return mails.length
  })
  if (expired > 0) log.warn({ mails: expired }, 'mails could not be sent in time and were given up')
  if (!settings || state !== 'ready' || !(await store.isAnyDue(db))) return
  const transport = await openTransport(settings)
  try {
    let left = settings.perMinute - (await store.sentLastMinute(db))
    // What is left over waits for the next minute.
    for (; left > 0 && !stop.aborted; left--) {
      const mail = await inTx((tx) => store.claimMail(tx))
      if (!mail || !(await sendOne(needs, settings, transport, mail, stop))) return
    }
  } finally {
    transport.close({ force: true })
  }
}

/** @returns whether the next one is worth a try */
async function sendOne(
  needs: MailNeeds,
  settings: MailSettings,
  transport: Transport,
  mail: DueMail & { readonly tries: number },
  stop: AbortSignal,
): Promise<boolean> {
  const { inTx, log, onTried } = needs
  const kind = needs.kinds.find(({ name }) => name === mail.kind)
  let message: Awaited<ReturnType<typeof messageOf>>
  try {
    if (!kind) {
      // A newer version, whose nodes are just being started, may know it.
      await inTx((tx) => store.postponeMail(tx, mail, 'This version knows no such mail.'))
      return true
    }
    message = await messageOf(needs, settings, kind, mail)
  } catch (error) {
    log.error({ err: error, mail: mail.id, kind: mail.kind }, 'a mail could not be written')
    await inTx((tx) => store.postponeMail(tx, mail, 'It could not be written; the log says why.'))
    return true
  }
  if (message === undefined) {
    await inTx(async (tx) => {
      await kind.onDropped?.(tx, mail)
      await store.dropMail(tx, mail.id)
    })
    return true
  }
  if (message === 'not-to-them') {
    await inTx(async (tx) => {
      await tellUnsent(needs, tx, mail)
      await store.dropMail(tx, mail.id)
    })
    return true
  }
  if (message === 'no-address') {
    await inTx((tx) => store.giveMailUp(tx, mail.id, 'This is not an address to which mail can be sent.'))
    return true
  }
  const stopping = new AbortController()
  const onStop = () => setTimeout(() => stopping.abort(), patience).unref()
  stop.addEventListener('abort', onStop, { once: true })
  try {
    await transport.sendMail({
      ...message,
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(longestSend)]),
    })
  } catch (error) {
    const refusal = refusalOf(error, secretsOf(settings))
    onTried?.(mail.kind, 'failed')
    log.warn({ mail: mail.id, kind: mail.kind, code: refusal.code, tries: mail.tries }, 'a mail was not taken')
    await note(inTx, mail, refusal)
    return refusal.what !== 'server'
  } finally {
    stop.removeEventListener('abort', onStop)
  }
  // Killed here, the process leaves a mail that is sent once more, with the same Message-ID.
  await inTx((tx) => store.markSent(tx, mail.id))
  onTried?.(mail.kind, 'sent')
  return true
}

/** @returns undefined where nothing is to be said; `not-to-them` where this address gets no such mail, or no longer */
async function messageOf({ db, key, out }: MailNeeds, settings: MailSettings, kind: MailKind, mail: DueMail) {
  if (!(await mayBeMailed(db, mail.userId, mail.address, kind.needsConfirmed))) return 'not-to-them' as const
  const text = await kind.write(db, mail)
  if (!text) return undefined
  if (!isOneAddress(mail.address)) return 'no-address' as const
  const { from } = settings
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const name = headerLine(text.fromName === undefined ? out.senderName : `${text.fromName} (${out.productName})`)
  return {
    from: { address: from.address, name },
    to: { name: '', address: mail.address },
    envelope: { from: from.address, to: [mail.address] },
    subject: subjectLine(text.subject),
    text: text.text,
    html: text.html,
    ...headersOf(key, mail, text, domain),
  }
}

async function tellUnsent(
  { kinds }: MailNeeds,
  tx: Tx,
  mail: { readonly id: string; readonly kind: string; readonly userId: string | null },
): Promise<void> {
  await kinds.find(({ name }) => name === mail.kind)?.onUnsent?.(tx, mail)
}

async function note(inTx: InTx, mail: DueMail & { readonly tries: number }, { what, reason }: Refusal): Promise<void> {
  await inTx(async (tx) => {
    if (what === 'server' || what === 'later') return store.postponeMail(tx, mail, reason)
    await store.giveMailUp(tx, mail.id, reason)
    if (what === 'address') await markEmailRefused(tx, mail.address)
  })
}
