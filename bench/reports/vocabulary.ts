import { pick, type Random } from '#bench/random.ts'

const common = `the a to is in and of on it when not with for that this i be from are if as after an can but no by has
does or at should error page button list user bug open close only after all then one click same also there which file
window name view text save first value new wrong shows nothing message expected login form instead menu still screen`

const technical = `crash server browser filter search comment field upload timeout session cookie token database query
index row column table cache thread memory leak network socket proxy header request response status code build release
version branch commit merge test suite driver plugin theme dialog tooltip scroll keyboard focus shortcut clipboard
export import report invoice calendar date time zone locale encoding unicode image icon avatar thumbnail preview
download archive backup restore permission role account password email notification badge counter sort order page
pagination loader spinner delay retry queue worker job schedule log trace stack exception null pointer overflow
rounding currency decimal format parser syntax token escape quote render layout margin column header footer sidebar
toggle checkbox dropdown select option label placeholder validation submit duplicate classification assignee reporter`

const syllables = ['ba', 'cor', 'den', 'el', 'fin', 'gar', 'hol', 'ist', 'jun', 'kel', 'lam', 'mer', 'nor', 'ot', 'pan']
const endings = ['ing', 'er', 'ed', 'tion', 'ment', 'ly', 'able', 's', '', '', '', '']

/**
 * Returns words in the order of their frequency: first those of every English text, then those of software, then
 * invented ones.
 * @param size how many words
 */
export function vocabulary(random: Random, size: number): string[] {
  const words = new Set([...common.split(/\s+/), ...technical.split(/\s+/)])
  while (words.size < size) {
    const length = 1 + Math.floor(random() * 3)
    words.add(Array.from({ length: length + 1 }, () => pick(random, syllables)).join('') + pick(random, endings))
  }
  return [...words]
}

/**
 * Chooses ranks as natural language does (Zipf's law with Mandelbrot's shift): the n-th word is about 1/n as frequent
 * as the first.
 */
export function zipfRanks(random: Random, size: number): () => number {
  const sums = new Float64Array(size)
  let sum = 0
  for (let rank = 0; rank < size; rank++) {
    sum += 1 / (rank + 2.7) ** 1.05
    sums[rank] = sum
  }
  return () => {
    const wanted = random() * sum
    let [low, high] = [0, size - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
