import type { Config } from '#server/config/config.ts'
import { type InstallationKey, openInstallationKey } from '#server/config/installation-key.ts'
import type { Logger } from '#server/config/log.ts'
import { outsideRequests } from '#server/config/request-context.ts'
import type { DatabaseCondition } from '#server/db/connect.ts'
import type { Database } from '#server/db/database.ts'
import { rememberKey } from '#server/db/installation.ts'
import { isMigrated, migrate, refuseNewer } from '#server/db/migrate.ts'
import type { NewEvent } from '#server/events/event.ts'
import { type Relay, startRelay } from '#server/events/relay.ts'
import { type AtOnce, atOnceWriter, type InTx, transactor } from '#server/events/transactor.ts'
import {
  accountJobs,
  AccountLinks,
  accountMails,
  confirmFirstAddress,
  confirmNewAddresses,
  endLinksWithPassword,
  openMailLimits,
} from '#server/features/accounts/public.ts'
import { bindAccounts } from '#server/features/accounts/routes.ts'
import { serveApiDocs } from '#server/features/api-docs/routes.ts'
import {
  attachmentJobs,
  claimAttachments,
  countIncoming,
  keepIncomingTidy,
  openAttachmentStore,
} from '#server/features/attachments/public.ts'
import { bindAttachments } from '#server/features/attachments/routes.ts'
import { authJobs, openAuthLimits, openSessions } from '#server/features/auth/public.ts'
import { bindAuth } from '#server/features/auth/routes.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { bindBugPage } from '#server/features/bug-page/routes.ts'
import { idOfKey } from '#server/features/bugs/public.ts'
import {
  addBugNotice,
  answerMail,
  answerMailJobs,
  chatJobs,
  confirmMail,
  giveBackConversations,
  openChat,
  transcriptMail,
} from '#server/features/chat/public.ts'
import { bindBulk, BulkPushes, bulkJobs, openBulkWorker } from '#server/features/bulk/routes.ts'
import { bindChat } from '#server/features/chat/routes.ts'
import { bindComments, storeComment } from '#server/features/comments/routes.ts'
import { bindCustomFields } from '#server/features/custom-fields/routes.ts'
import { bindEditing, bugUndoers, commentUndoers, linksWaits, linkUndoers } from '#server/features/editing/routes.ts'
import { bindExporting, exportWindow } from '#server/features/exporting/routes.ts'
import { bindFinding } from '#server/features/finding/routes.ts'
import {
  bindFollowing,
  followingJobs,
  notificationLag,
  NotificationPushes,
  openNotifier,
} from '#server/features/following/routes.ts'
import { countTotals } from '#server/features/health/public.ts'
import { bindHistory } from '#server/features/history/routes.ts'
import { bindJobs } from '#server/features/jobs/routes.ts'
import { bindLabels } from '#server/features/labels/routes.ts'
import { bindParts } from '#server/features/parts/routes.ts'
import { LivePages } from '#server/features/live/public.ts'
import {
  countMails,
  mailJobs,
  type MailKind,
  openMailOut,
  revokeWithAccount,
  testMail,
} from '#server/features/mail/public.ts'
import { bindMail } from '#server/features/mail/routes.ts'
import { countReceived, mailInJobs, type MailInNeeds, openMailWays } from '#server/features/mail-in/public.ts'
import { bindMailIn } from '#server/features/mail-in/routes.ts'
import { OpenPages, openPagesJobs } from '#server/features/open-pages/public.ts'
import { bindMerging, linkWaits, mergeUndoers } from '#server/features/merging/routes.ts'
import {
  confirmReportMail,
  bindMailReports,
  mailReportJobs,
  MailReportLinks,
} from '#server/features/mail-reports/routes.ts'
import { holdReportByMail } from '#server/features/mail-reports/public.ts'
import { ReporterLinks, reporterLinkMail } from '#server/features/reporter-links/public.ts'
import { bindReporterLinks, openReporterLimits } from '#server/features/reporter-links/routes.ts'
import { bindReporting } from '#server/features/reporting/routes.ts'
import {
  bindNotificationMails,
  leadToLessMail,
  notificationMailJobs,
  notificationMails,
  reminderJobs,
  reminderMail,
  reporterNews,
  reporterNewsJobs,
  reporterReminder,
} from '#server/features/notification-mails/routes.ts'
import { bindPlaceholders } from '#server/features/placeholders/routes.ts'
import { bindProducts } from '#server/features/products/routes.ts'
import { bindRoles } from '#server/features/roles/routes.ts'
import { keepWordsEntered, upgradeSearch } from '#server/features/search/public.ts'
import { bindSetup } from '#server/features/setup/routes.ts'
import { openSimilar } from '#server/features/similar/public.ts'
import { bindSimilar } from '#server/features/similar/routes.ts'
import { bindSite, SettingsInForce } from '#server/features/site/routes.ts'
import { bindSnoozing } from '#server/features/snoozing/routes.ts'
import { bindTexts } from '#server/features/texts/routes.ts'
import { bindUsers } from '#server/features/users/routes.ts'
import { bindViews, viewJobs } from '#server/features/views/routes.ts'
import { alwaysAvailable, type Availability, availabilityOf, isRefused } from '#server/http/availability.ts'
import { closeHttp } from '#server/http/close-http.ts'
import { serveHealth } from '#server/http/health.ts'
import { openHttpServer } from '#server/http/http-server.ts'
import { routesOn } from '#server/http/serve.ts'
import { serveWebClient } from '#server/http/web-client.ts'
import { openNodes } from '#server/realtime/nodes/open-nodes.ts'
import { hideMetrics } from '#server/metrics/serve-metrics.ts'
import { openSockets } from '#server/realtime/open-sockets.ts'
import { openSocketServer } from '#server/realtime/socket-server.ts'
import { maxExports } from '#shared/exporting/contract.ts'
import { endpoints } from '#shared/endpoints.ts'
import type { Job } from '#server/jobs/job.ts'
import { makeJobSchema } from '#server/jobs/job-schema.ts'
import { type JobWorker, startJobWorker } from '#server/jobs/job-worker.ts'
import { countJobs } from '#server/jobs/stored-jobs.ts'
import { migrations } from '#migrations/all.ts'
import type { FastifyInstance } from 'fastify'
import { setTimeout } from 'node:timers/promises'

/** The product, ready to listen. */
export interface App {
  readonly http: FastifyInstance
  readonly inTx: InTx
  readonly relay: Relay
  /** What can be done in the background, by name. */
  readonly jobs: readonly Job[]
  /** Resolves when everything committed before the call has reached every reader, and it is decided who is told of it. */
  notified(): Promise<void>
  /** Begins to do jobs in this process, and to read the mailbox of received mails; returns at once. */
  startJobs(): void
  /** Opens the listener for mail. @returns its port; undefined where mail comes by no listener @throws ConfigError */
  listenForMail(): Promise<number | undefined>
  /** Serves the chat on a second port too. @returns the port */
  listenForChat(host: string, port: number): Promise<number>
  /**
   * Finishes the requests in progress (cuts them off after SHUTDOWN_SECONDS) and stops following events; the database
   * stays open.
   */
  close(): Promise<void>
}

/**
 * Migrates the database to this version's schema with that of its jobs, and updates the search data.
 * @param say called before work that takes a while
 * @returns the names of the migrations that ran
 * @throws MigrationError as `migrate` says
 */
export async function migrateDatabase(database: Database, say: (what: string) => void = () => {}): Promise<string[]> {
  const ran = await migrate(database.pool, migrations)
  await makeJobSchema(database.pool)
  await upgradeSearch(database, say)
  return ran
}

/** A database with its condition, if it is watched. */
export type WatchedDatabase = Database & { readonly condition?: DatabaseCondition }

/**
 * Creates the product from its features on a migrated database.
 * @param webDirectory the built web client; undefined serves only the calls
 * @param furtherMails kinds of mail beside those of the features
 */
export async function openApp(
  config: Config,
  log: Logger,
  database: WatchedDatabase,
  webDirectory?: string,
  furtherMails: readonly MailKind[] = [],
): Promise<App> {
  // A process that only serves the chat makes no links, and may have no data folder.
  const key = config.serves === 'chat' ? keyless : openInstallationKey(config)
  if (config.serves !== 'chat' && (await database.inTx((tx) => rememberKey(tx, key.fingerprint)))) {
    log.warn(
      'the key of this installation is not the one of the last start: links in mails that were sent no longer work; ' +
        'where several nodes run, give all of them the same SECRET_KEY',
    )
  }
  const availability = database.condition ? availabilityOf(database.condition) : alwaysAvailable
  const attachments = openAttachmentStore(config, log)
  if (config.serves !== 'chat') await attachments.store.check()
  const nodes = await openNodes(config, log, database.inTx)
  const relay = await startRelay(database.pool, log, (client) => refuseNewer(client, migrations)).catch(
    async (error: unknown) => {
      await nodes.stop()
      throw error
    },
  )
  const committed: ((events: readonly NewEvent[]) => void)[] = [() => relay.wake()]
  const onCommitted = (events: readonly NewEvent[]) => outsideRequests(() => committed.forEach((told) => told(events)))
  const words = keepWordsEntered(database, log)
  committed.push(words.onCommitted)
  const settings = new SettingsInForce(config)
  relay.subscribe((events) => {
    if (events.some(({ type }) => type === 'settings-changed')) void settings.keepUp(database.db, log)
  })
  await settings.read(database.db)
  const { site } = settings
  const mailOut = openMailOut(config, () => portOf(http), settings)
  const inTx = transactor(database, onCommitted, [
    addBugNotice,
    giveBackConversations,
    claimAttachments,
    endLinksWithPassword,
    confirmFirstAddress(mailOut),
    revokeWithAccount,
  ])

  const sessions = openSessions(database.db, inTx)
  committed.unshift(sessions.follow)
  relay.subscribe(sessions.follow)

  const served = await openHttpServer(config, log)
  const { http } = served
  const metrics = config.metricsToken ? await beginMetrics(database) : undefined
  metrics?.measureHttp(http)
  if (metrics) committed.push(metrics.onCommitted)
  const routes = routesOn(http, {
    db: database.db,
    inTx,
    resolveActor: sessions.resolve,
    bugNamed: (text) => idOfKey(database.db, text),
    availability,
    isHttps: config.isHttps,
  })
  const authLimits = openAuthLimits(database.pool, config.limits)
  const mailLimits = openMailLimits(database.pool, config.limits)
  bindAuth(routes, authLimits, site, confirmNewAddresses(mailOut, mailLimits))
  bindUsers(routes, authLimits)
  const accountLinks = new AccountLinks(key)
  bindAccounts(routes, {
    links: accountLinks,
    limits: mailLimits,
    checks: authLimits,
    out: mailOut,
    site,
  })
  bindPlaceholders(routes)
  bindRoles(routes)
  bindProducts(routes)
  bindCustomFields(routes)
  bindLabels(routes)
  bindParts(routes)
  bindFinding(routes)
  bindExporting(routes, {
    connections: config.databaseConnections,
    openSnapshot: database.openSnapshot,
    limit: nodes.limit('export', maxExports, exportWindow),
  })
  bindComments(routes)
  bindFollowing(routes, { say: storeComment, viewBug, settings })
  bindSnoozing(routes, viewBug)
  bindBugPage(routes)
  bindReporting(routes)
  bindMerging(routes)
  bindEditing(routes)
  const undoers = { ...bugUndoers, ...commentUndoers, ...mergeUndoers, ...linkUndoers }
  bindHistory(routes, undoers, { ...linkWaits, ...linksWaits })
  const bulks =
    config.serves === 'all' ? openBulkWorker({ log, db: database.db, inTx, availability, undoers }) : undefined
  bindBulk(routes, (bulkId) => bulks?.wake(bulkId))
  const similar = openSimilar({ config, log, database, relay, nodes })
  committed.push(similar.expect)
  bindSimilar(routes, similar)
  bindTexts(routes)
  bindViews(routes)
  bindAttachments(routes, attachments)
  const reporterLinks = new ReporterLinks(key)
  const mailReportLinks = new MailReportLinks(key)
  bindReporterLinks(routes, {
    links: reporterLinks,
    limits: openReporterLimits(database.pool),
    mailLimits,
    attachments,
  })
  bindMailReports(routes, { links: mailReportLinks, reporterLinks, limits: mailLimits, attachments })
  const sockets = openSocketServer(served, config, log, sessions.resolve, nodes)
  const chat = openChat(sockets.io, {
    config,
    site,
    log,
    db: database.db,
    inTx,
    atOnce: inRoom(atOnceWriter(database, onCommitted), availability),
    nodes,
  })
  const live = new LivePages(sockets.io, database.db, nodes)
  const bulkPushes = new BulkPushes(sockets.io)
  const notifier = openNotifier(database, log, availability, settings)
  const notices = new NotificationPushes(sockets.io, database.db, notifier)
  const openPages = new OpenPages(sockets.io, database.inTx, availability)
  const speaking = openSockets(sockets.io, [chat, live, notices, bulkPushes, openPages], {
    config,
    log,
    resolveActor: sessions.resolve,
    tellRefusal: chat.tellRefusal,
    onServed: metrics?.onServed,
  })
  // Pushes may have been lost meanwhile, so every page connects again and asks for what it missed.
  availability.onReturn(() => sockets.io.disconnectSockets(true))
  committed.push((events) => void speaking.followRights(events))
  relay.subscribe(speaking.follow)
  nodes.start()
  bindChat(routes, { isConnected: chat.isConnected, sendsMail: site.sendsMail, key, out: mailOut })
  const mailKinds: readonly MailKind[] = [
    testMail(mailOut),
    ...furtherMails,
    ...accountMails(accountLinks, mailOut, site),
    ...notificationMails(key, mailOut),
    reminderMail(key, mailOut, settings, config.questions.reminderText),
    reporterNews(key, reporterLinks, mailOut),
    reporterReminder(key, reporterLinks, mailOut, config.questions.reminderText),
    reporterLinkMail(reporterLinks, mailOut),
    confirmReportMail(mailReportLinks, mailOut),
    answerMail(key, mailOut),
    confirmMail(key, mailOut),
    transcriptMail(key, mailOut),
  ]
  const mailIn: MailInNeeds = {
    db: database.db,
    inTx,
    log,
    key,
    settings: config.mailIn,
    sender: config.mail?.from.address,
    attachments,
    addComment: storeComment,
    // Without mail that goes out, nobody could be asked whether they meant to report.
    handleNewMail: site.sendsMail
      ? async (tx, mail) => {
          const held = await holdReportByMail(tx, { ...mail, messageId: mail.messageId ?? mail.receivedId })
          return held.isHeld ? undefined : held.reason
        }
      : undefined,
    onHandled: metrics?.onMailHandled,
  }
  const mailWays = await openMailWays(mailIn, { http, pool: database.pool, availability })
  const jobs: readonly Job[] = [
    ...attachmentJobs(inTx, attachments),
    ...chatJobs(inTx, config.chatRetentionDays, log),
    ...answerMailJobs(database.db, inTx, key, mailOut),
    ...authJobs(inTx),
    ...accountJobs(inTx),
    ...bulkJobs(inTx),
    ...mailJobs({
      db: database.db,
      inTx,
      log,
      settings: config.mail,
      key,
      out: mailOut,
      kinds: mailKinds,
      onTried: metrics?.onMailTried,
    }),
    ...mailInJobs(mailIn),
    ...followingJobs(inTx),
    ...openPagesJobs(inTx),
    ...viewJobs(inTx, database.db, log),
    ...notificationMailJobs(inTx, database.db, mailOut),
    ...reminderJobs({ inTx, db: database.db, out: mailOut, days: config.questions.reminderDays }),
    ...reporterNewsJobs(inTx, database.db, mailOut),
    ...mailReportJobs(inTx),
  ]
  let worker: JobWorker | undefined
  bindJobs(routes, jobs)
  bindMail(routes, config, mailOut, mailKinds)
  bindMailIn(routes, mailIn)
  bindNotificationMails(routes, key, settings)
  leadToLessMail(http)
  bindSetup(routes)
  bindSite(routes, settings, log)
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (!routes.bound.has(endpoint)) throw new Error(`The endpoint ${name} is declared but not served.`)
  }

  await serveApiDocs(http, site)
  serveHealth(http, availability, async () => {
    const answers = await database.pool.query('select 1').then(
      () => true,
      () => false,
    )
    if (!answers) return 'the database does not answer'
    if (!relay.isListening) return 'this process does not hear of changes'
    return (await isMigrated(database.pool, migrations)) ? null : 'the database is not migrated'
  })
  if (metrics && config.metricsToken) {
    metrics.serve(http, config.metricsToken, sockets.io, {
      pool: database.pool,
      relay,
      migrations: Object.keys(migrations),
      totals: () => countTotals(database.db),
      incomingFiles: () => countIncoming(attachments),
      similar: similar.state,
      takesWrites: () => !isRefused(availability.refuseWrites),
      redis: () => nodes.isReached,
      jobs: () => countJobs(database.db),
      mails: () => countMails(database.db),
      receivedMails: () => countReceived(database.db),
      mailbox: mailWays.isReading,
      notificationLag: () => notificationLag(database.db),
    })
  } else hideMetrics(http)
  if (webDirectory) await serveWebClient(http, webDirectory, site)

  const endTidying = config.serves === 'all' ? keepIncomingTidy(attachments) : () => {}

  return {
    http,
    inTx,
    relay,
    jobs,
    notified: async () => {
      await relay.settled()
      await notifier.settled()
    },
    startJobs: () => {
      worker ??= startJobWorker({ pool: database.pool, log, availability, jobs, onTried: metrics?.onJobTried })
      mailWays.read()
    },
    listenForMail: mailWays.listen,
    listenForChat: sockets.listen,
    close: async () => {
      const deadline = setTimeout(config.shutdownSeconds * 1000, undefined, { ref: false })
      // Sockets come first: a client that polls sends several requests to get all its answers.
      endTidying()
      const inProgress = [
        speaking.finish(),
        mailWays.stop(),
        worker?.stop(),
        bulks?.stop(),
        similar.stop(),
        notifier.stop(),
      ]
      await Promise.race([Promise.all(inProgress), deadline])
      settings.stop()
      live.stop()
      openPages.stop()
      bulkPushes.stop()
      const closed = Promise.all([closeHttp(http, served.connections), sockets.close()])
      const finished = await Promise.race([closed.then(() => true), deadline.then(() => false)])
      if (!finished) served.connections.cutAll()
      await closed
      if (!finished) log.warn(`requests were still running after ${config.shutdownSeconds} s and were cut off`)
      await Promise.all([relay.stop(), nodes.stop(), Promise.race([words.stop(), deadline])])
    },
  }
}

const noKey = () => {
  throw new Error('A process that only serves the chat has no key.')
}
const keyless: InstallationKey = { fingerprint: '', derive: noKey, isDerived: noKey }

/** The port on which it listens; undefined while it doesn't. */
function portOf(http: FastifyInstance): number | undefined {
  const address = http.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

/** Loads the metrics only where they are read. */
async function beginMetrics({ pool }: Database) {
  const { openMetrics } = await import('#server/metrics/open-metrics.ts')
  return openMetrics(pool)
}

/** Runs writes only while there is room. */
function inRoom(write: AtOnce, availability: Availability): AtOnce {
  return async (statement, values, eventsOf) => {
    availability.refuseWrites()
    return write(statement, values, eventsOf)
  }
}
