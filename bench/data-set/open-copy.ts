import type { Closing } from '#bench/processes/closing.ts'
import type { DatabaseServer } from './database-server.ts'
import type { DataSetFacts } from './load-data-set.ts'
import { copyForRun, type DataSetRequest, prepareDataSet } from './prepare.ts'
import { checkRoom } from './room.ts'

/** A copy of a data set for measuring and writing. */
export interface OpenCopy {
  /** The name of its database. */
  readonly name: string
  readonly url: string
  readonly facts: DataSetFacts
}

/**
 * Prepares a data set and copies it for this run.
 * @param say writes one line of progress
 * @param closing drops the copy
 * @throws Error when the disk has no room for it
 */
export async function openCopy(
  server: DatabaseServer,
  request: DataSetRequest,
  say: (line: string) => void,
  closing: Closing,
): Promise<OpenCopy> {
  await checkRoom(server, [request])
  const dataSet = await prepareDataSet(server, request, say)
  const copy = await copyForRun(server, dataSet)
  closing.later(() => copy.drop())
  return { name: copy.name, url: server.urlOf(copy.name), facts: dataSet.facts }
}
