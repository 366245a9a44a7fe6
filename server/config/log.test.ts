import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { openLog } from './log.ts'

it('the log never shows a password, a cookie or a token', () => {
  const script = `
    const { openLog } = await import(${JSON.stringify(resolve(import.meta.dirname, 'log.ts'))})
    const log = openLog('info')
    log.info({ password: 'hush-1', token: 'hush-2', body: { password: 'hush-3', token: 'hush-4' } }, 'said')
    log.info({ req: { headers: { cookie: 'hush-5', authorization: 'hush-6' } }, res: { headers: { 'set-cookie': 'hush-7' } } }, 'said')
  `
  const { stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    cwd: process.cwd(),
  })
  expect(stderr.split('\n').filter((line) => line.includes('"said"'))).toHaveLength(2)
  expect(stderr).toContain('[redacted]')
  expect(stderr + stdout).not.toContain('hush')
})

it('an error of the database is told without the row that it refused', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const error = Object.assign(new Error('a check failed'), { code: '23514', detail: 'Failing row contains (hush).' })
  log.error({ err: error }, 'a request failed')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { message: 'a check failed', code: '23514', stack: expect.stringContaining('log.test.ts') },
  })
  expect(lines.join()).not.toContain('hush')
})
