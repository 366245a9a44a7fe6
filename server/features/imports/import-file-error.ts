import type { SourceLine } from './source-lines.ts'

/** The import can't go on because of its file; `message` is one sentence for the person who started it. */
export class ImportFileError extends Error {}

/** The lines of a file up to where it can't be read any further; `onEnd` is told why. */
export async function* readableLines(
  lines: AsyncIterable<SourceLine>,
  onEnd: (why: string) => void,
): AsyncGenerator<SourceLine> {
  try {
    yield* lines
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    onEnd(error.message)
  }
}
