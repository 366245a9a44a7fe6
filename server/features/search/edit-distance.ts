/**
 * Returns how many letters must be added, removed, replaced or swapped with their neighbour to turn one word into
 * another (Damerau and Levenshtein; no letter is changed twice).
 * @returns at most `most` + 1, which means: more than `most`
 */
export function editDistance(one: string, other: string, most: number): number {
  const [a, b] = [[...one], [...other]]
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [before, last] = [[] as number[], b.map((_, n) => n).concat(b.length)]
  for (const [row, letter] of a.entries()) {
    const now = [row + 1]
    for (const [column, wanted] of b.entries()) {
      const exchanged = at(last, column) + (letter === wanted ? 0 : 1)
      const least = Math.min(exchanged, at(last, column + 1) + 1, at(now, column) + 1)
      const swaps = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === wanted
      now.push(swaps ? Math.min(least, at(before, column - 1) + 1) : least)
    }
    if (Math.min(...now) > most) return most + 1
    ;[before, last] = [last, now]
  }
  return Math.min(at(last, b.length), most + 1)
}

const at = (row: readonly number[], column: number) => row[column] ?? Infinity
