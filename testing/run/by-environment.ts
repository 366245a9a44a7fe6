import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Puts the files that need a document first: a worker is used again for the next file only where both need one, or neither does.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(given: TestSpecification[]): Promise<TestSpecification[]> {
    // eslint-disable-next-line unicorn/no-array-sort -- this one is no array's
    const sorted = await super.sort(given)
    const files = Map.groupBy(sorted, needsDocument)
    return [...(files.get(true) ?? []), ...(files.get(false) ?? [])]
  }
}

const needsDocument = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom')
