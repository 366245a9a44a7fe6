import type { Tx } from '#server/db/database.ts'
import { isNoSuchAddress, mailOfMessageId } from '#server/features/mail/public.ts'
import { markEmailRefused } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { MailInNeeds } from './mail-in.ts'
import { MailReader } from './read/mail-reader.ts'
import type { DeliveryReport } from './read/read-mail.ts'
import {
  claimReceived,
  lockReceived,
  type Outcome,
  postponeReceived,
  type Received,
  settleReceived,
} from './received-store.ts'
import { type Judgement, judgeMail } from './judge-mail.ts'
import { answerOf } from './take-answer.ts'

/** Tries after which a mail waits for an administrator: whatever it does to whoever handles it. */
const mostTries = 8

/** Handles what came, one after the other. Killed anywhere, it leaves each mail either waiting, or done once. */
export async function handleReceivedMails(needs: MailInNeeds, stop: AbortSignal): Promise<void> {
  const reader = new MailReader()
  try {
    while (!stop.aborted) {
      const received = await needs.inTx((tx) => claimReceived(tx))
      if (!received) return
      await handleOne(needs, reader, received)
    }
  } finally {
    await reader.close()
  }
}

async function handleOne(needs: MailInNeeds, reader: MailReader, received: Received): Promise<void> {
  const { inTx, log, onHandled } = needs
  const judgement: Judgement =
    received.tries > mostTries
      ? { is: 'held', reason: 'unreadable', facts: {} }
      : await judgeMail(needs, reader, received)
  if (judgement.is === 'later') return inTx((tx) => postponeReceived(tx, received))
  const outcome = await apply(needs, received, judgement, 'waiting')
  if (!outcome) return
  log.info(
    { mail: received.id, state: outcome.state, reason: 'reason' in outcome ? outcome.reason : undefined },
    'a mail came in',
  )
  onHandled?.(outcome.state)
}

/**
 * Takes a mail that is held as the words of whom its address was made for.
 * @throws AppError not-found for a mail that is not held, conflict where it can't be taken all the same
 */
export async function acceptHeld(needs: MailInNeeds, id: string, acceptedBy: string): Promise<void> {
  const received = await needs.inTx((tx) => lockReceived(tx, id, 'held'))
  if (!received) throw new AppError('not-found', 'No mail with this id is held.')
  const reader = new MailReader()
  const judgement = await judgeMail(needs, reader, received, true).finally(() => reader.close())
  if (judgement.is !== 'answer') throw cantBeTaken()
  const outcome = await apply(needs, received, judgement, 'held', acceptedBy)
  if (outcome?.state !== 'done') throw cantBeTaken()
  needs.onHandled?.('done')
}

const cantBeTaken = () =>
  new AppError(
    'conflict',
    'This mail can’t be taken: its address was taken back, it says nothing, or its sender may not write there.',
  )

/** Does what was judged, and notes it in the same transaction. @returns undefined where another process has done so */
async function apply(
  needs: MailInNeeds,
  received: Received,
  judgement: Exclude<Judgement, { is: 'later' }>,
  before: 'waiting' | 'held',
  acceptedBy?: string,
): Promise<Outcome | undefined> {
  const { inTx } = needs
  const { facts } = judgement
  const settle = (decide: (tx: Tx) => Promise<Outcome>) =>
    inTx(async (tx) => {
      if (!(await lockReceived(tx, received.id, before))) return undefined
      const outcome = await decide(tx)
      await settleReceived(tx, received.id, facts, outcome)
      return outcome
    })
  const hold = (reason: Extract<Outcome, { state: 'held' }>['reason']) =>
    settle(async () => ({ state: 'held', reason }))
  if (judgement.is === 'held') return hold(judgement.reason)
  if (judgement.is === 'dropped') {
    const { report } = judgement.read.mail
    return settle(async (tx) => {
      if (report) await markRefused(needs, tx, report)
      return { state: 'dropped', reason: judgement.reason }
    })
  }
  try {
    if (judgement.is === 'new') {
      const { handleNewMail } = needs
      if (!handleNewMail) return await hold('new-mail')
      return await settle(async (tx) => {
        const reason = await handleNewMail(tx, judgement.mail)
        return reason === undefined ? { state: 'done' } : { state: 'held', reason }
      })
    }
    const store = await answerOf(needs, judgement.read, judgement.reply)
    if (typeof store === 'string') return await hold(store)
    return await settle(async (tx) => ({
      state: 'done',
      ...(await store(tx)),
      ...(acceptedBy !== undefined && { acceptedBy }),
    }))
  } catch (error) {
    // What is away comes back; anything else that refuses will refuse again.
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    return hold('not-allowed')
  }
}

/**
 * Marks addresses of which a mail server says that there is no such one. It has to name a mail that was sent from here, to that address:
 * only who got it, or was to get it, knows its Message-ID.
 */
async function markRefused({ key }: MailInNeeds, tx: Tx, { receivers, messageId }: DeliveryReport): Promise<void> {
  const mailId = messageId === null ? undefined : mailOfMessageId(key, messageId)
  if (mailId === undefined) return
  const mail = await tx.selectFrom('mails').select('address').where('id', '=', mailId).executeTakeFirst()
  const isRefused = receivers.some(
    ({ address, action, status }) =>
      action === 'failed' && isNoSuchAddress(status) && address.toLowerCase() === mail?.address.toLowerCase(),
  )
  if (mail && isRefused) await markEmailRefused(tx, mail.address)
}
