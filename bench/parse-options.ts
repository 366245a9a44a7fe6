import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Thrown when an option is missing or wrong; `message` says which. */
export class OptionError extends Error {}

/** Reads `--name value` and `--name`. @throws OptionError for what is not in `options` */
export function parseOptions<T extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error))
  }
}

/** Returns the names of a list such as `list,view`; none for an option that is not given. */
export function nameList(text: string | undefined): string[] {
  return text?.split(',').filter(Boolean) ?? []
}

/** Returns a whole number within its limits. @throws OptionError */
export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max) {
    throw new OptionError(`--${name} must be a whole number from ${min} to ${max}, not '${text}'.`)
  }
  return number
}
