import { isHeld } from '#server/features/mail/public.ts'
import type { Availability } from '#server/http/availability.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { MailInNeeds } from './mail-in.ts'
import type { MailboxReader } from './imap-reader.ts'
import { serveMailRoute } from './post-route.ts'
import { receiver } from './receive.ts'
import type { Listener } from './smtp-listener.ts'

/** The ways by which mail comes to this process. */
export interface MailWays {
  /** Opens the listener. @returns its port; undefined where there is none @throws ConfigError */
  listen(): Promise<number | undefined>
  /** Begins to read the mailbox, if there is one; returns at once. */
  read(): void
  /** Whether the mailbox is read by this process; undefined where another one does, or there is none. */
  isReading(): boolean | undefined
  stop(): Promise<void>
}

/** Serves the route to which mails are posted; the other ways begin when they are asked to. What they need is loaded then. */
export async function openMailWays(
  needs: MailInNeeds,
  { http, pool, availability }: { http: FastifyInstance; pool: pg.Pool; availability: Availability },
): Promise<MailWays> {
  const { settings, log, inTx } = needs
  const receive = receiver(inTx, availability)
  await serveMailRoute(http, settings?.secret, receive)
  let listener: Promise<Listener> | undefined
  let reader: Promise<MailboxReader> | undefined
  let reading: MailboxReader | undefined
  return {
    listen: async () => {
      const asked = settings?.listener
      if (!asked) return undefined
      listener ??= import('./smtp-listener.ts').then((one) => one.openSmtpListener(asked, needs, receive, log))
      return (await listener).port
    },
    read: () => {
      const mailbox = settings?.imap
      if (!mailbox || reader) return
      reader = import('./imap-reader.ts').then((one) =>
        one.readMailbox({ settings: mailbox, pool, receive, isHeld: () => isHeld(needs.db), log }),
      )
      void reader.then((opened) => (reading = opened))
    },
    isReading: () => reading?.isConnected(),
    stop: async () => {
      await Promise.all([
        listener?.then((one) => one.close()).catch(() => undefined),
        reader?.then((one) => one.stop()),
      ])
    },
  }
}
