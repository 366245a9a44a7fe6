import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

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
