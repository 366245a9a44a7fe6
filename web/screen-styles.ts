import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const first = 'app/main.tsx'

/**
 * Gives each screen, and each part that loads later, one sheet with the styles of all features that it shows. Otherwise
 * the bundler's styles would follow the merged files of code, and each screen would wait for the styles of several
 * others.
 */
export function screenStyles(): Plugin {
  const root = import.meta.dirname
  const sources = new Sources(root)
  const inFirst = new Set(sources.stylesOf(join(root, first)))
  const sheets = new Map<string, string>()
  for (const screen of sources.loadedLater(join(root, first))) {
    const styles = sources.stylesOf(screen).filter((file) => isOfFeature(file) && !inFirst.has(file))
    if (styles.length > 0) sheets.set(`${screen}.css`, styles.map((file) => readFileSync(file, 'utf8')).join('\n'))
  }
  return {
    name: 'screen-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (sheets.has(source) ? source : null),
    load: (id) => sheets.get(id) ?? null,
    transform(code, id) {
      if (!isOfFeature(id) || !/\.tsx?$/.test(id)) return null
      const own = code.replaceAll(/^import '(.+\.css)'$/gm, (statement, source: string) => {
        const file = sources.resolve(source, id)
        return isOfFeature(file) && !inFirst.has(file) ? '' : statement
      })
      return sheets.has(`${id}.css`) ? `import ${JSON.stringify(`${id}.css`)}\n${own}` : own
    },
  }
}

const isOfFeature = (file: string) => file.includes('/web/features/')

/** What a module imports statically from another one; no names for an import for its side effects only. */
interface Import {
  readonly file: string
  readonly names: readonly string[]
  readonly isExported: boolean
}

/** The client's modules and their imports, parsed from their text. */
class Sources {
  readonly #root: string
  readonly #texts = new Map<string, string>()

  constructor(root: string) {
    this.#root = root
  }

  /** Returns the style sheets of a module and of all its static imports, in the order in which they apply. */
  stylesOf(module: string): string[] {
    const found: string[] = []
    this.#visit(module, new Set(), (file) => found.push(file))
    return [...new Set(found)].filter((file) => file.endsWith('.css'))
  }

  /** Returns all modules that are loaded only when needed, including those that such modules load themselves. */
  loadedLater(module: string, later = new Set<string>()): Set<string> {
    const files: string[] = []
    this.#visit(module, new Set(), (file) => files.push(file))
    for (const file of files) {
      for (const [, source = ''] of this.#textOf(file).matchAll(/\bimport\('([^']+)'\)/g)) {
        const target = this.resolve(source, file)
        if (later.has(target)) continue
        later.add(target)
        this.loadedLater(target, later)
      }
    }
    return later
  }

  resolve(source: string, from: string): string {
    return source.startsWith('#web/') ? join(this.#root, source.slice('#web/'.length)) : join(dirname(from), source)
  }

  /** Visits a module after its imports. `names` are the used exports; undefined means all. */
  #visit(file: string, seen: Set<string>, tell: (file: string) => void, names?: readonly string[]): void {
    // Of a feature's public.ts, only what is behind the used names is loaded.
    const isMeeting = names !== undefined && file.endsWith('/public.ts')
    const key = isMeeting ? `${file} ${names.toSorted().join(' ')}` : file
    if (seen.has(key)) return
    seen.add(key)
    for (const imported of this.#importsOf(file)) {
      if (isMeeting && imported.isExported && !imported.names.some((name) => names.includes(name))) continue
      this.#visit(imported.file, seen, tell, imported.names)
    }
    tell(file)
  }

  #importsOf(file: string): Import[] {
    const imports: Import[] = []
    const statement = /^(import|export) (?!type\b)(?:([^'"]*?) from )?'((?:#web\/|\.)[^']+)'/gm
    for (const [, verb, what = '', source = ''] of this.#textOf(file).matchAll(statement)) {
      const names = what
        .replaceAll(/[{}]/g, ' ')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        // Of `a as b`, an export is known to others by the last name, and an import to its source by the first.
        .map((name) => (verb === 'export' ? name.split(' ').at(-1) : name.split(' ')[0]) ?? name)
      // Types are removed before anything runs.
      if (what !== '' && names.length === 0) continue
      imports.push({ file: this.resolve(source, file), names, isExported: verb === 'export' })
    }
    return imports
  }

  #textOf(file: string): string {
    const known = this.#texts.get(file)
    if (known !== undefined) return known
    const text = /\.tsx?$/.test(file) ? readFileSync(file, 'utf8') : ''
    this.#texts.set(file, text)
    return text
  }
}
