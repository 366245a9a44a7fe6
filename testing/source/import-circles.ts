import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** Which parts of the code import which others, with a file for each pair. */
export type Arrows = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Parts that import one another in a circle. */
export interface Circle {
  readonly members: readonly string[]
  /** The shortest circle, and below it a file for each of its arrows. */
  readonly name: string
}

/**
 * Reads the imports of all modules in a folder, except tests: static and dynamic ones, of values and of types.
 * @param folder below `root`, such as `web/features`
 * @param partOf names the part that a file belongs to, by its path below `root`; undefined for none
 */
export async function arrowsBetween(
  root: string,
  folder: string,
  partOf: (file: string) => string | undefined,
): Promise<Arrows> {
  const arrows = new Map<string, Map<string, string>>()
  const entries = await readdir(join(root, folder), { recursive: true })
  const files = entries.map((entry) => join(folder, entry)).filter((file) => /(?<!\.test)\.(tsx?|js)$/.test(file))
  for (const file of files.toSorted()) {
    const from = partOf(file)
    if (from === undefined) continue
    for (const specifier of specifiersOf(file, await readFile(join(root, file), 'utf8'))) {
      const to = partOf(specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier))
      if (to === undefined || to === from) continue
      const known = arrows.get(from) ?? new Map<string, string>()
      arrows.set(from, known.set(to, known.get(to) ?? file))
    }
  }
  return arrows
}

/** Returns the project's own modules that a module imports, as written there. */
function specifiersOf(file: string, code: string): string[] {
  const { program, module, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
  ]
  new Visitor({ TSImportType: ({ source }) => void found.push(source.value) }).visit(program)
  return found.filter((specifier) => /^[#.]/.test(specifier))
}

/** Returns the circles of a graph, each with all parts that belong to it. */
export function circlesIn(arrows: Arrows): Circle[] {
  const ways = new Map([...arrows.keys()].map((part) => [part, waysFrom(arrows, part)]))
  const circles: Circle[] = []
  const told = new Set<string>()
  for (const part of [...arrows.keys()].toSorted()) {
    if (told.has(part) || !ways.get(part)?.has(part)) continue
    const members = [...ways.keys()].filter((other) => ways.get(part)?.has(other) && ways.get(other)?.has(part))
    for (const member of members) told.add(member)
    const rounds = members.map((member) => [member, ...(ways.get(member)?.get(member) ?? [])])
    const [shortest = []] = rounds.toSorted((a, b) => a.length - b.length)
    circles.push({ members: members.toSorted(), name: nameOf(arrows, shortest) })
  }
  return circles
}

/** Returns every part that a part reaches, itself only by a circle, with the shortest path. */
function waysFrom(arrows: Arrows, start: string): Map<string, string[]> {
  const ways = new Map<string, string[]>()
  const queue: [part: string, way: string[]][] = [[start, []]]
  for (const [part, way] of queue) {
    for (const next of arrows.get(part)?.keys() ?? []) {
      if (ways.has(next)) continue
      ways.set(next, [...way, next])
      queue.push([next, [...way, next]])
    }
  }
  return ways
}

function nameOf(arrows: Arrows, round: readonly string[]): string {
  const files = round.slice(1).map((to, index) => {
    const from = round[index] ?? ''
    return `  ${from} -> ${to}: ${arrows.get(from)?.get(to)}`
  })
  return [round.join(' -> '), ...files].join('\n')
}
