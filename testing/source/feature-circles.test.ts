import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Arrows, arrowsBetween, circlesIn } from './import-circles.ts'

const root = resolve(import.meta.dirname, '../..')

const namesOf = (arrows: Arrows) => circlesIn(arrows).map(({ name }) => name)

/** Returns the folder of a file in `parent`; other files in `parent` belong to no part. */
const folderIn = (parent: string) => (file: string) =>
  file.startsWith(`${parent}/`) ? /^([^/]+)\//.exec(file.slice(parent.length + 1))?.[1] : undefined

const featuresOf = (side: 'server' | 'web') => arrowsBetween(root, `${side}/features`, folderIn(`${side}/features`))

describe('arrows go one way', () => {
  it('between the features of the client', async () => {
    const arrows = await featuresOf('web')
    expect(arrows.size).toBeGreaterThan(10)
    expect(namesOf(arrows)).toEqual([])
  })

  it('between the features of the server', async () => {
    const arrows = await featuresOf('server')
    expect(arrows.size).toBeGreaterThan(10)
    expect(namesOf(arrows)).toEqual([])
  })

  it('between the folders of the server’s plumbing', async () => {
    const isFeature = (file: string) => file.startsWith('server/features/')
    const arrows = await arrowsBetween(root, 'server', (file) =>
      isFeature(file) ? undefined : folderIn('server')(file),
    )
    expect(arrows.get('http')?.has('config')).toBe(true)
    expect(namesOf(arrows)).toEqual([])
  })

  it('between the folders of the client’s plumbing', async () => {
    const arrows = await arrowsBetween(root, 'web', (file) => /^web\/(lib|ui)\//.exec(file)?.[1])
    expect(arrows.get('ui')?.has('lib')).toBe(true)
    expect(namesOf(arrows)).toEqual([])
  })

  it('between the parts of a folder of the client that is divided', async () => {
    const features = (await readdir(join(root, 'web/features'))).map((feature) => `web/features/${feature}`)
    for (const folder of ['web/lib', 'web/ui', ...features]) {
      const part = folderIn(folder)
      const partOf = (file: string) => {
        if (!file.startsWith(`${folder}/`) || file === `${folder}/public.ts`) return undefined
        return part(file) ?? 'what its parts share'
      }
      expect(namesOf(await arrowsBetween(root, folder, partOf)), folder).toEqual([])
    }
  })
})

describe('a circle', () => {
  it.each([
    `import { b } from '#web/features/b/public.ts'`,
    `import type { B } from '#web/features/b/public.ts'`,
    `import '../b/b.css'`,
    `export { b } from '../b/public.ts'`,
    `export * from '#web/features/b/public.ts'`,
    `export type { B } from '#web/features/b/public.ts'`,
    `export const b = () => import('#web/features/b/public.ts')`,
    `export type B = typeof import('#web/features/b/public.ts')`,
    `export const b = {} as import('#web/features/b/public.ts').B`,
  ])('is found by %s', async (statement) => {
    const names = await circlesOf({
      'web/features/a/one.tsx': statement,
      'web/features/b/public.ts': `import { c } from '#web/features/c/public.ts'`,
      'web/features/c/two.ts': `import { a } from '#web/features/a/public.ts'`,
    })
    expect(names).toEqual([
      [
        'a -> b -> c -> a',
        '  a -> b: web/features/a/one.tsx',
        '  b -> c: web/features/b/public.ts',
        '  c -> a: web/features/c/two.ts',
      ].join('\n'),
    ])
  })

  it('is told once, by its shortest way round, and apart from others', async () => {
    const names = await circlesOf({
      'web/features/a/one.ts': `import '#web/features/b/one.ts'`,
      'web/features/b/one.ts': `import '#web/features/c/one.ts'`,
      'web/features/c/one.ts': `import '#web/features/a/one.ts'\nimport '#web/features/b/one.ts'\nimport '#web/features/d/one.ts'`,
      'web/features/d/one.ts': `import '#web/features/e/one.ts'`,
      'web/features/e/one.ts': `import '#web/features/d/one.ts'`,
    })
    expect(names.map((name) => name.split('\n')[0])).toEqual(['b -> c -> b', 'd -> e -> d'])
  })

  it('is none where arrows meet again, nor by what a test or a package imports', async () => {
    const names = await circlesOf({
      'web/features/a/one.ts': `import '#web/features/b/one.ts'\nimport '#web/features/c/one.ts'`,
      'web/features/b/one.ts': `import '#web/features/c/one.ts'\nimport 'a'`,
      'web/features/c/one.test.ts': `import '#web/features/a/one.ts'`,
    })
    expect(names).toEqual([])
  })
})

/** Returns the names of the circles between the features of a client that consists of these files. */
async function circlesOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const tree = await mkdtemp(join(tmpdir(), 'mothlight-circles-'))
  try {
    for (const [file, code] of Object.entries(files)) {
      await mkdir(dirname(join(tree, file)), { recursive: true })
      await writeFile(join(tree, file), code)
    }
    return namesOf(await arrowsBetween(tree, 'web/features', folderIn('web/features')))
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}
