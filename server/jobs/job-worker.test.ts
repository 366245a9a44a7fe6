import { openLog } from '#server/config/log.ts'
import { alwaysAvailable } from '#server/http/availability.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { openChatClient } from '#testing/chat-client.ts'
import { openTestApp } from '#testing/test-app.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { expect, it } from 'vitest'
import { newestOfLibrary } from './job-schema.ts'
import { startJobWorker } from './job-worker.ts'

it.each([
  ['missing', 'drop schema mothlight_jobs cascade', null],
  ['older', `delete from mothlight_jobs.migrations where id = ${newestOfLibrary}`, newestOfLibrary - 1],
])(
  'a worker that finds the schema of jobs %s leaves it so, and says why it does nothing',
  async (how, breakIt, left) => {
    const { database, drop } = await openTestDatabase()
    const lines: string[] = []
    const log = openLog('warn', { write: (line) => void lines.push(line) })
    await database.pool.query(breakIt)
    const needs = { pool: database.pool, log, availability: alwaysAvailable, jobs: [], onTried: undefined }
    const worker = startJobWorker(needs)
    try {
      await expect
        .poll(() => lines.join(''))
        .toMatch(new RegExp(`The schema mothlight_jobs.* is ${how}.*the next start`))
      const { rows: there } = await database.pool.query(`select to_regnamespace('mothlight_jobs') is not null as yes`)
      expect(there).toEqual([{ yes: left !== null }])
      if (left === null) return
      expect((await database.pool.query('select max(id) as newest from mothlight_jobs.migrations')).rows).toEqual([
        { newest: left },
      ])
    } finally {
      await worker.stop()
      await drop()
    }
  },
)

it('a report, a comment and a message of the chat add no job, though others are told of them by mail', async () => {
  const app = await openTestApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'bugs@mothlight.example' })
  const query = async (text: string) => (await app.database.pool.query(text)).rows
  try {
    const reporter = await app.person(['customer'])
    await query('update users set email_confirmed_on = now()')
    const staff = await app.person(['staff'])
    const body = { title: 'A lamp', description: 'It flickers.', stepsToReproduce: 'Wait.' }
    const { _id } = (await reporter.call(reportBug, { body })).body.result
    const commented = await staff.call(addComment, { params: { bugId: _id }, body: { message: 'Which lamp?' } })
    expect(commented.status).toBe(200)
    const chat = await openChatClient(await app.http.listen({ host: '127.0.0.1', port: 0 }))
    await chat.say('Is anybody there?')
    chat.close()
    await app.notified()
    expect(await query('select user_id, is_mail_pending from notifications')).toEqual([
      { user_id: reporter.userId, is_mail_pending: true },
    ])
    expect(await query('select task_identifier as name from mothlight_jobs.jobs')).toEqual([])
  } finally {
    await app.end()
  }
})
