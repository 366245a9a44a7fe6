/** Bugs by the bug that each repeats, as ids. */
export type Links = ReadonlyMap<string, string>

/**
 * Leaves out links that would close a circle: of each circle, the new link of its oldest bug (ids sort by age), because
 * the oldest is the one that the others repeat. The result doesn't depend on the order of the links.
 * @param wanted new links; a link from a bug to itself is a circle
 * @param present links that exist and form no circle; none starts at a bug of `wanted`
 */
export function withoutCircles(wanted: Links, present: Links): { links: Map<string, string>; circles: number } {
  const links = new Map(wanted)
  const done = new Set<string>()
  let circles = 0
  for (const start of wanted.keys()) {
    const path: string[] = []
    const onPath = new Set<string>()
    let bug: string | undefined = start
    while (bug !== undefined && !done.has(bug) && !onPath.has(bug)) {
      path.push(bug)
      onPath.add(bug)
      bug = links.get(bug) ?? present.get(bug)
    }
    if (bug !== undefined && onPath.has(bug)) {
      const circle = path.slice(path.indexOf(bug))
      const cut = circle.filter((member) => links.has(member)).toSorted()[0]
      if (cut !== undefined && links.delete(cut)) circles += 1
    }
    for (const member of path) done.add(member)
  }
  return { links, circles }
}
