import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Files that break the law: where each is, and the import that it may not make. */
const violations: readonly [file: string, importPath: string][] = [
  ['shared/bugs/seed.ts', 'pg'],
  ['shared/bugs/seed.ts', 'zod'],
  ['shared/bugs/seed.ts', '#server/http/app-error.ts'],
  ['shared/bugs/seed.ts', 'node:fs'],
  ['migrations/0099-seed.ts', '#shared/bugs/words.ts'],
  ['migrations/0099-seed.ts', 'pg'],
  ['server/http/seed.ts', '#server/features/bugs/public.ts'],
  ['server/db/seed.ts', '#server/app.ts'],
  ['server/db/seed.ts', '#migrations/all.ts'],
  ['server/events/seed.ts', '#web/lib/call.ts'],
  ['server/metrics/seed.ts', '#server/features/bugs/public.ts'],
  ['server/features/comments/seed.ts', '#server/features/bugs/bug-store.ts'],
  ['server/features/comments/seed.ts', '#server/features/similar/engine/index.ts'],
  ['server/features/comments/seed.ts', '../bugs/bug-store.ts'],
  ['server/features/comments/seed.ts', '#server/app.ts'],
  ['server/features/comments/seed.ts', '#migrations/all.ts'],
  ['server/features/bugs/policy.ts', '#server/db/database.ts'],
  ['server/features/bugs/policy.ts', './bug-store.ts'],
  ['server/app.ts', '#server/features/bugs/bug-store.ts'],
  ['server/start-product.ts', '#migrations/all.ts'],
  ['web/ui/seed.tsx', '#shared/bugs/words.ts'],
  ['web/ui/seed.tsx', '#web/lib/call.ts'],
  ['web/lib/seed.ts', '#web/ui/notices/toast.ts'],
  ['web/lib/seed.ts', '@base-ui/react/menu'],
  ['web/features/auth/seed.tsx', '#web/features/bug-pages/list/bug-list-page.tsx'],
  ['web/features/auth/seed.tsx', '#web/features/bugs/badges.tsx'],
  ['web/features/auth/seed.tsx', '../bugs/public.ts'],
  ['web/features/bug-pages/view/seed.tsx', '../../bugs/public.ts'],
  ['web/features/bug-pages/view/seed.tsx', '#web/features/bugs/badges.tsx'],
  ['web/features/bug-pages/view/seed.tsx', '#web/features/chat/inbox/inbox-page.tsx'],
  ['web/features/bug-pages/view/seed.tsx', '#server/http/app-error.ts'],
  ['web/features/auth/seed.tsx', '#server/http/app-error.ts'],
  ['web/features/auth/seed.tsx', '#web/app/routes.tsx'],
  ['web/app/seed.tsx', '#server/http/app-error.ts'],
  ['cli/seed.ts', '#server/http/serve.ts'],
  ['cli/seed.ts', '#server/features/bugs/bug-store.ts'],
  ['cli/seed.ts', '#web/lib/call.ts'],
]

/** Imports that the law allows, so that a rule which forbids everything is noticed too. */
const allowed: readonly [file: string, importPath: string][] = [
  ['shared/bugs/seed.ts', 'zod/mini'],
  ['shared/bugs/seed.ts', '#shared/users/contract.ts'],
  ['migrations/0099-seed.ts', 'kysely'],
  ['server/http/seed.ts', '#server/db/database.ts'],
  ['server/http/seed.ts', 'fastify'],
  ['server/features/comments/seed.ts', '#server/features/bugs/public.ts'],
  ['server/features/comments/seed.ts', './add-comment.ts'],
  ['server/features/bugs/policy.ts', '#server/access/actor.ts'],
  ['server/app.ts', '#server/features/bugs/routes.ts'],
  ['server/app.ts', '#migrations/all.ts'],
  ['web/ui/seed.tsx', '@base-ui/react/menu'],
  ['web/lib/seed.ts', '#shared/bugs/words.ts'],
  ['web/features/auth/seed.tsx', '#web/features/bugs/public.ts'],
  ['web/features/bug-pages/view/seed.tsx', '../list/use-list-walk.ts'],
  ['web/features/bug-pages/view/seed.tsx', './bug-view.tsx'],
  ['web/features/bug-pages/view/seed.tsx', '#web/features/bugs/public.ts'],
  ['cli/seed.ts', '#server/app.ts'],
  ['cli/seed.ts', '#server/features/imports/public.ts'],
]

/** Returns what a program of the project prints, also when it finds something wrong. */
const outputOf = (program: string, args: readonly string[], cwd: string): Promise<string> =>
  run(join(root, 'node_modules/.bin', program), [...args], { cwd }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )

interface Diagnostic {
  readonly code: string
  readonly filename: string
  readonly labels: readonly { readonly span: { readonly line: number } }[]
}

describe('the import law', () => {
  let tree: string
  /** The imports that break it, each as `file importPath`. */
  let refused: Set<string>

  // All imports stand in an otherwise empty copy of the layout, one a line, which is read once.
  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'mothlight-law-'))
    await cp(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
    const importsOf = Map.groupBy([...violations, ...allowed], ([file]) => file)
    for (const [file, imports] of importsOf) {
      await mkdir(dirname(join(tree, file)), { recursive: true })
      const lines = imports.map(([, importPath], index) => `import { seed as seed${index} } from '${importPath}'\n`)
      const used = imports.map((_, index) => `seed${index}`).join(', ')
      await writeFile(join(tree, file), `${lines.join('')}\nexport const used = [${used}]\n`)
    }
    const args = ['--config', join(tree, '.oxlintrc.json'), '--format', 'json', '.']
    const { diagnostics } = JSON.parse(await outputOf('oxlint', args, tree)) as { diagnostics: readonly Diagnostic[] }
    refused = new Set(
      diagnostics
        .filter(({ code }) => code.includes('no-restricted-imports'))
        .map(({ filename, labels }) => {
          const line = labels[0]?.span.line ?? 0
          return `${filename} ${importsOf.get(filename)?.[line - 1]?.[1]}`
        }),
    )
  })
  afterAll(() => rm(tree, { recursive: true, force: true }))

  it.each(violations)('%s may not import %s', (file, importPath) => {
    expect(refused).toContain(`${file} ${importPath}`)
  })

  it.each(allowed)('%s may import %s', (file, importPath) => {
    expect(refused).not.toContain(`${file} ${importPath}`)
  })
})

describe('the compiler’s fence', () => {
  let copy: string

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'mothlight-fence-'))
    for (const part of ['shared', 'web', 'package.json', 'tsconfig.base.json']) {
      await cp(join(root, part), join(copy, part), { recursive: true })
    }
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    await mkdir(join(copy, 'server/http'), { recursive: true })
    await writeFile(join(copy, 'server/http/seed.ts'), 'export const seed = 1\n')
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  it.each([
    ['web/lib/seed.ts', `export { seed } from '#server/http/seed.ts'`, 'TS6307'],
    ['shared/bugs/seed.ts', `export { seed } from '#server/http/seed.ts'`, 'TS6307'],
    ['shared/bugs/seed.ts', `export const seed = process.pid`, 'TS2591'],
    ['shared/bugs/seed.ts', `export const seed = document.title`, 'TS2584'],
  ])('%s with %s does not compile', async (file, content, code) => {
    await writeFile(join(copy, file), `${content}\n`)
    const project = file.split('/')[0] ?? ''
    const output = await outputOf('tsc', ['-b', project], copy)
    await rm(join(copy, file))
    expect(output).toContain(code)
  })
})
