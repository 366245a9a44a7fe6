import { sourceLines } from '#server/features/imports/public.ts'
import { TrackerError } from './http/tracker-error.ts'
import { Values } from './values.ts'

/** Most characters of a file that is one JSON value: such a file has to be read as a whole. */
const maxWhole = 400_000_000

/**
 * The records of a file: JSON Lines, a JSON list, or pages as a REST interface answers them. It may be gzipped.
 * @param lists names under which a page has its records
 * @param onBadLine told of a line that is no JSON, from 1
 */
export async function* jsonRecords(
  chunks: AsyncIterable<Buffer>,
  lists: readonly string[],
  onBadLine: (line: number) => void,
): AsyncGenerator<Values> {
  const whole: string[] = []
  let length = 0
  let isLines: boolean | undefined
  for await (const { number, text } of sourceLines(chunks, maxWhole)) {
    const value = text === undefined || isLines === false ? undefined : parsed(text)
    isLines ??= value !== undefined
    if (isLines) {
      if (value === undefined) onBadLine(number)
      else yield* recordsOf(value, lists)
      continue
    }
    whole.push(text ?? '')
    length += text?.length ?? 0
    if (length > maxWhole) throw new TrackerError('The file is too long for one JSON value: write one record a line.')
  }
  if (whole.length === 0) return
  const value = parsed(whole.join('\n'))
  if (value === undefined) throw new TrackerError('The file is neither JSON nor JSON Lines.')
  yield* recordsOf(value, lists)
}

function parsed(text: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? new Values(value) : undefined
  } catch {
    return undefined
  }
}

function* recordsOf(value: Values, lists: readonly string[]): Generator<Values> {
  if (value.isList) {
    for (const one of value.list) yield* recordsOf(one, lists)
    return
  }
  const inside = lists.map((name) => value.at(name)).find(({ isList }) => isList)
  if (inside) yield* inside.list
  else if (value.isRecord) yield value
}
