import type { Nodes } from '#server/realtime/nodes/nodes.ts'

/**
 * Counts the searches of a person, each of which takes some milliseconds of a process's time.
 * @param perSecond how many one person may make, at all nodes together
 * @returns counts one more; throws AppError too-many-requests past the limit
 */
export function openSimilarLimit(perSecond: number, nodes: Nodes): (userId: string) => Promise<void> {
  const limit = nodes.limit('similar', perSecond, 1)
  return (userId) => limit(userId, (seconds) => `Too many searches for similar bugs; try again in ${seconds} s.`)
}
