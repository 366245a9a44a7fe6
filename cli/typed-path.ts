import { resolve } from 'node:path'

/** A path as it was typed, made absolute. npm runs scripts in the project's folder, and says where it was called. */
export function typedPath(path: string): string {
  const typedIn = process.env['npm_lifecycle_event'] === 'mothlight' ? process.env['INIT_CWD'] : undefined
  return resolve(typedIn ?? process.cwd(), path)
}
