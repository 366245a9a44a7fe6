import { ensureWebClient } from '#server/http/web-build.ts'
import { resolve } from 'node:path'
import { makeRunFolder } from './run-folder.ts'
import { startTestCluster } from './test-cluster.ts'

/** Builds the web client and starts the one database server of a browser test run. @returns what stops it */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = await ensureWebClient(resolve(import.meta.dirname, '..'), () => {})
  const removeFolder = await makeRunFolder()
  const { cluster, stop } = await startTestCluster()
  // The workers are processes of their own: the environment is what they inherit.
  process.env['MOTHLIGHT_TEST_CLUSTER'] = JSON.stringify(cluster)
  process.env['MOTHLIGHT_TEST_WEB'] = directory
  return async () => {
    try {
      await stop()
    } finally {
      await removeFolder()
    }
  }
}
