/** Returns numbers from 0 up to 1, the same for the same seed on every machine. */
export type Random = () => number

/** Creates a small, fast generator (sfc32) that is good enough for data and useless for secrets. */
export function seededRandom(seed: string): Random {
  let [a, b, c] = [0x9e3779b9, 0x243f6a88, 0xb7e15162]
  let counter = 1
  for (const letter of seed) a = Math.imul(a ^ (letter.codePointAt(0) ?? 0), 0x85ebca6b) >>> 0
  const next = () => {
    const result = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + result) | 0
    return (result >>> 0) / 4_294_967_296
  }
  // The first numbers still resemble the seed.
  for (let i = 0; i < 20; i++) next()
  return next
}

/** Returns a whole number from `from` to `to`, inclusive. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1))
}

export function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[Math.floor(random() * from.length)]
  if (chosen === undefined) throw new Error('there is nothing to pick from')
  return chosen
}

/** Returns a typical length of a text: most are near `median`, a few are many times as long. */
export function textLength(random: Random, median: number, most: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.max(1, Math.min(most, Math.round(median * Math.exp(0.7 * normal))))
}
