import { ensureWebClient } from '#server/http/web-build.ts'
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startTestCluster, type TestCluster } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/**
 * Builds the web client, so that products that tests start side by side don't all build it into one folder, and starts
 * the one database server of a test run; vitest calls it before the first file and what it returns after the last.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureWebClient(resolve(import.meta.dirname, '..'), () => {})
  const { cluster, stop } = await startTestCluster()
  project.provide('cluster', cluster)
  return stop
}
