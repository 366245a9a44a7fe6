import { ensureWebClient } from '#server/http/web-build.ts'
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeRunFolder } from './run-folder.ts'
import { makeUsedDataDir, startTestCluster, type TestCluster } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
    /** See `aUsedDataDir`. */
    usedDataDir: string
  }
}

/**
 * Builds the web client, so that products that tests start side by side don't all build it into one folder, makes a data
 * folder that tests begin with, and starts the one database server of a test run; vitest calls it before the first file
 * and what it returns after the last.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureWebClient(resolve(import.meta.dirname, '..'), () => {})
  const removeFolder = await makeRunFolder()
  project.provide('usedDataDir', await makeUsedDataDir())
  const { cluster, stop } = await startTestCluster()
  project.provide('cluster', cluster)
  return async () => {
    try {
      await stop()
    } finally {
      await removeFolder()
    }
  }
}
