import { spawnSync } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const sentence = /^Mothlight needs Node 24\.9 or newer and this is v\d+\.\d+\.\d+; .*\.\n$/
const entries = ['server/start.js', 'cli/mothlight.js']

/** The machine's own Node where it is too old for Mothlight: npm scripts put theirs before it in the path. */
const oldNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((program) => {
    const { status, stdout } = spawnSync(program, ['--print', 'process.versions.node'], { encoding: 'utf8' })
    return status === 0 && Number.parseInt(stdout, 10) < 24
  })

describe.each(entries)('%s', (entry) => {
  it.runIf(oldNode)('says in one sentence that the machine’s Node is too old', () => {
    const { status, stdout, stderr } = spawnSync(oldNode!, [join(root, entry)], { encoding: 'utf8' })
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(sentence) })
  })

  it('asks nothing of Node before it has said that it is too old', () => {
    // This Node claims to be an old one, and reports which modules were requested.
    const preload = `
      import { registerHooks } from 'node:module'
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })
      registerHooks({
        resolve(name, context, next) {
          const found = next(name, context)
          process.stdout.write(found.url + '\\n')
          return found
        },
      })`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, join(root, entry)],
      { encoding: 'utf8' },
    )
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(sentence) })
    const asked = [entry, 'server/config/require-node.js'].map((path) => pathToFileURL(join(root, path)).href)
    expect(stdout.trim().split('\n')).toEqual(asked)
  })
})
