import { CallError } from '#web/lib/call-error.ts'

/** The server's sentence on words that it could not search for; undefined for any other failure. */
export function keywordsRefusal(error: unknown): string | undefined {
  const isAboutWords = error instanceof CallError && error.code === 'invalid-input' && error.field === 'keywords'
  return isAboutWords ? error.message : undefined
}
