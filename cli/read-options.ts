import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError } from './command.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Reads a command's options and arguments.
 * @throws UsageError naming the first option that doesn't exist or lacks its value
 */
export function readOptions<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))) throw error
    const [sentence = error.message] = error.message.split(/\. |\n/)
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`, { cause: error })
  }
}

/**
 * Returns the only file argument of a command.
 * @param command its name, for the sentence when there is none or more than one
 * @throws UsageError
 */
export function oneFile(command: string, positionals: readonly string[]): string {
  const [path, more] = positionals
  if (path === undefined) throw new UsageError(`${command} needs the name of a file.`)
  if (more !== undefined) throw new UsageError(`${command} takes one file, and got '${more}' too.`)
  return path
}
