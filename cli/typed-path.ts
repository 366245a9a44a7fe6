import { resolve } from 'node:path'

/**
 * Returns the absolute form of a typed path. npm runs scripts in the project's folder, and passes where it was called.
 */
export function typedPath(path: string): string {
  const typedIn = process.env['npm_lifecycle_event'] === 'mothlight' ? process.env['INIT_CWD'] : undefined
  return resolve(typedIn ?? process.cwd(), path)
}
