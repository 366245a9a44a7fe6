/**
 * Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980): 'connections' and 'connected' become
 * 'connect'.
 * @param word lower-case ASCII letters; anything else comes back as it is
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  return finalE(
    byList(byList(byList(finalY(pastAndProgressive(plural(word))), doubleSuffixes, 0), shortSuffixes, 0), endings, 1),
  )
}

const doubleSuffixes = pairs(
  'ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize ' +
    'ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble',
)
const shortSuffixes = pairs('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:')
const endings = pairs(
  'al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: ion: ou: ism: ate: iti: ous: ive: ize:',
)

function plural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss')) return word
  return word.endsWith('sses') || word.endsWith('ies') ? word.slice(0, -2) : word.slice(0, -1)
}

function pastAndProgressive(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0
  const rest = word.slice(0, word.length - ending)
  if (ending === 0 || !hasVowel(rest)) return word
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`
  if (/([^aeioulsz])\1$/.test(rest)) return rest.slice(0, -1)
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest
}

function finalY(word: string): string {
  return word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word
}

/** Exchanges the longest suffix of the list that the word ends with, when what is before it is long enough. */
function byList(word: string, list: readonly (readonly [string, string])[], above: number): string {
  for (const [suffix, instead] of list) {
    if (!word.endsWith(suffix)) continue
    const rest = word.slice(0, -suffix.length)
    const fits = measure(rest) > above && (suffix !== 'ion' || /[st]$/.test(rest))
    return fits ? rest + instead : word
  }
  return word
}

function finalE(word: string): string {
  let short = word
  if (short.endsWith('e')) {
    const rest = short.slice(0, -1)
    const count = measure(rest)
    if (count > 1 || (count === 1 && !endsShort(rest))) short = rest
  }
  return short.endsWith('ll') && measure(short) > 1 ? short.slice(0, -1) : short
}

/** How often a run of vowels is followed by a run of consonants. */
function measure(text: string): number {
  let count = 0
  let afterVowel = false
  for (let at = 0; at < text.length; at++) {
    const vowel = isVowel(text, at)
    if (afterVowel && !vowel) count++
    afterVowel = vowel
  }
  return count
}

function hasVowel(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isVowel(text, at)) return true
  return false
}

/** Ends with consonant, vowel, consonant, the last of which is not w, x or y. */
function endsShort(text: string): boolean {
  const last = text.length - 1
  return (
    last >= 2 &&
    !isVowel(text, last) &&
    isVowel(text, last - 1) &&
    !isVowel(text, last - 2) &&
    !'wxy'.includes(text[last] ?? '')
  )
}

function isVowel(text: string, at: number): boolean {
  const letter = text[at] ?? ''
  if (letter === 'y') return at > 0 && !isVowel(text, at - 1)
  return 'aeiou'.includes(letter)
}

/** Longest suffixes first. */
function pairs(text: string): [string, string][] {
  return text
    .split(' ')
    .map((pair) => pair.split(':') as [string, string])
    .toSorted(([a], [b]) => b.length - a.length)
}
