import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { outsideRequests } from '#server/config/request-context.ts'
import type { DatabaseCondition } from '#server/db/connect.ts'
import type { Database } from '#server/db/database.ts'
import { isMigrated, migrate, refuseNewer } from '#server/db/migrate.ts'
import type { NewEvent } from '#server/events/event.ts'
import { type Relay, startRelay } from '#server/events/relay.ts'
import { type AtOnce, atOnceWriter, type InTx, transactor } from '#server/events/transactor.ts'
import { serveApiDocs } from '#server/features/api-docs/routes.ts'
import { claimAttachments, countIncoming, keepTidy, openAttachmentStore } from '#server/features/attachments/public.ts'
import { bindAttachments } from '#server/features/attachments/routes.ts'
import { openAuthLimits, openSessions } from '#server/features/auth/public.ts'
import { bindAuth } from '#server/features/auth/routes.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { bindBugPage } from '#server/features/bug-page/routes.ts'
import { giveBackConversations, openChat, addBugNotice } from '#server/features/chat/public.ts'
import { bindChat } from '#server/features/chat/routes.ts'
import { bindComments, storeComment } from '#server/features/comments/routes.ts'
import { bindEditing, bugUndoers, commentUndoers } from '#server/features/editing/routes.ts'
import { bindFinding } from '#server/features/finding/routes.ts'
import { bindFollowing, NotificationPushes } from '#server/features/following/routes.ts'
import { countTotals } from '#server/features/health/public.ts'
import { bindHistory } from '#server/features/history/routes.ts'
import { LivePages } from '#server/features/live/public.ts'
import { bindMerging, linkWaits, mergeUndoers } from '#server/features/merging/routes.ts'
import { bindReporting } from '#server/features/reporting/routes.ts'
import { bindRoles } from '#server/features/roles/routes.ts'
import { keepWordsEntered, upgradeSearch } from '#server/features/search/public.ts'
import { bindSetup } from '#server/features/setup/routes.ts'
import { openSimilar } from '#server/features/similar/public.ts'
import { bindSimilar } from '#server/features/similar/routes.ts'
import { bindSite } from '#server/features/site/routes.ts'
import { bindTexts } from '#server/features/texts/routes.ts'
import { bindUsers } from '#server/features/users/routes.ts'
import { bindViews } from '#server/features/views/routes.ts'
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
import { endpoints } from '#shared/endpoints.ts'
import { migrations } from '#migrations/all.ts'
import type { FastifyInstance } from 'fastify'
import { setTimeout } from 'node:timers/promises'

/** The product, ready to listen. */
export interface App {
  readonly http: FastifyInstance
  readonly inTx: InTx
  readonly relay: Relay
  /** Serves the chat on a second port too. @returns the port */
  listenForChat(host: string, port: number): Promise<number>
  /**
   * Finishes the requests in progress (cuts them off after SHUTDOWN_SECONDS) and stops following events; the database
   * stays open.
   */
  close(): Promise<void>
}

/**
 * Migrates the database to this version's schema, and updates the search data.
 * @param say called before work that takes a while
 * @returns the names of the migrations that ran
 * @throws MigrationError as `migrate` says
 */
export async function migrateDatabase(database: Database, say: (what: string) => void = () => {}): Promise<string[]> {
  const ran = await migrate(database.pool, migrations)
  await upgradeSearch(database, say)
  return ran
}

/** A database with its condition, if it is watched. */
export type WatchedDatabase = Database & { readonly condition?: DatabaseCondition }

/**
 * Creates the product from its features on a migrated database.
 * @param webDirectory the built web client; undefined serves only the calls
 */
export async function openApp(
  config: Config,
  log: Logger,
  database: WatchedDatabase,
  webDirectory?: string,
): Promise<App> {
  const availability = database.condition ? availabilityOf(database.condition) : alwaysAvailable
  const attachments = openAttachmentStore(config, log)
  if (config.serves === 'all') await attachments.store.check()
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
  const inTx = transactor(database, onCommitted, [addBugNotice, giveBackConversations, claimAttachments])

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
    availability,
    isHttps: config.isHttps,
  })
  bindAuth(routes, openAuthLimits(database.pool, config.limits))
  bindUsers(routes)
  bindRoles(routes)
  bindFinding(routes)
  bindComments(routes)
  bindFollowing(routes, { say: storeComment, viewBug })
  bindBugPage(routes)
  bindReporting(routes)
  bindMerging(routes)
  bindEditing(routes)
  bindHistory(routes, { ...bugUndoers, ...commentUndoers, ...mergeUndoers }, linkWaits)
  const similar = openSimilar({ config, log, database, relay, nodes })
  committed.push(similar.expect)
  bindSimilar(routes, similar)
  bindTexts(routes)
  bindViews(routes)
  bindAttachments(routes, attachments)
  const sockets = openSocketServer(served, config, log, sessions.resolve, nodes)
  const chat = openChat(sockets.io, {
    config,
    log,
    db: database.db,
    inTx,
    atOnce: inRoom(atOnceWriter(database, onCommitted), availability),
    nodes,
  })
  const live = new LivePages(sockets.io, database.db, nodes)
  const speaking = openSockets(sockets.io, [chat, live, new NotificationPushes(sockets.io, database.db)], {
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
  bindChat(routes, chat.isConnected)
  bindSetup(routes)
  bindSite(routes, config.site)
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (!routes.bound.has(endpoint)) throw new Error(`The endpoint ${name} is declared but not served.`)
  }

  await serveApiDocs(http)
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
    })
  } else hideMetrics(http)
  if (webDirectory) await serveWebClient(http, webDirectory, config.site)

  const endTidying = config.serves === 'all' ? keepTidy(inTx, attachments) : async () => {}

  return {
    http,
    inTx,
    relay,
    listenForChat: sockets.listen,
    close: async () => {
      const deadline = setTimeout(config.shutdownSeconds * 1000, undefined, { ref: false })
      // Sockets come first: a client that polls sends several requests to get all its answers.
      await Promise.race([Promise.all([speaking.finish(), chat.finish(), endTidying(), similar.stop()]), deadline])
      live.stop()
      const closed = Promise.all([closeHttp(http, served.connections), sockets.close()])
      const finished = await Promise.race([closed.then(() => true), deadline.then(() => false)])
      if (!finished) served.connections.cutAll()
      await closed
      if (!finished) log.warn(`requests were still running after ${config.shutdownSeconds} s and were cut off`)
      await Promise.all([relay.stop(), nodes.stop(), Promise.race([words.stop(), deadline])])
    },
  }
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
