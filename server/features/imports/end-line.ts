/** What the last line of an export of bugs begins with. */
const start = '{"type":"end"'

/** Returns the line that ends an export of bugs, by which a whole one is told from the beginning of one. */
export const endLine = (bugs: number): string => `${start},"bugs":${bugs}}\n`

/** Returns how many bugs come before the line that ends an export; undefined for any other line. */
export function bugsBeforeEnd(line: string): number | undefined {
  const [, bugs] = line.startsWith(start) ? (/"bugs":(\d+)\}\s*$/.exec(line) ?? []) : []
  return bugs === undefined ? undefined : Number(bugs)
}
