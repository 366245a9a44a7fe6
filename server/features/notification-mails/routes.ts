import type { InstallationKey } from '#server/config/installation-key.ts'
import type { LevelSettings } from '#server/features/following/public.ts'
import type { Routes } from '#server/http/serve.ts'
import * as mail from '#shared/mail/contract.ts'
import { routePatterns } from '#shared/site/screens.ts'
import type { FastifyInstance } from 'fastify'
import { hearLess } from './hear-less.ts'

export { notificationMailJobs } from './gather-mails.ts'
export { notificationMails } from './mail-kinds.ts'
export { reminderMail } from './reminder-mail.ts'
export { reminderJobs } from './remind-reporters.ts'
export { reporterNews, reporterNewsJobs } from './reporter-news.ts'
export { reporterReminder } from './reporter-reminder.ts'

export function bindNotificationMails(routes: Routes, key: InstallationKey, settings: LevelSettings): void {
  routes.write(mail.hearLess, ({ body }, tx) => hearLess(tx, { key, usual: settings.usualLevels }, body))
  routes.write(mail.unsubscribe, ({ params }, tx) => hearLess(tx, { key, usual: settings.usualLevels }, params))
}

/** Leads who opens the address of `unsubscribe` in a browser to the page with the button: opening an address changes nothing. */
export function leadToLessMail(http: FastifyInstance): void {
  http.get<{ Params: { token: string } }>(mail.unsubscribe.path, (request, reply) =>
    reply.redirect(`${routePatterns.lessMail}?token=${encodeURIComponent(request.params.token)}`, 303),
  )
}
