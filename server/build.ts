import { ensureWebClient, WebBuildError } from '#server/http/web-build.ts'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Builds the web client now, for an installation without the build tools. */
try {
  await ensureWebClient(dirname(dirname(fileURLToPath(import.meta.url))), (what) => {
    process.stdout.write(`Mothlight: ${what} …\n`)
  })
} catch (error) {
  if (!(error instanceof WebBuildError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
