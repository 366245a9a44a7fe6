import { between, pick, type Random, seededRandom, textLength } from '#bench/random.ts'
import type { ReportSource } from './report-source.ts'
import { vocabulary, zipfRanks } from './vocabulary.ts'

const vocabularySize = 20_000
const products = ['desk', 'mobile', 'sync', 'console', 'gateway']
const components = ['editor', 'billing', 'search', 'accounts', 'import', 'reports', 'api', 'theme', 'print', 'chat']

/** Creates a source of reports that resemble real ones in their lengths and word frequencies, without meaning. */
export function generatedReports(seed: string): ReportSource {
  const random = seededRandom(seed)
  const words = vocabulary(random, vocabularySize)
  const rank = zipfRanks(random, words.length)
  // A few words in a hundred are names, numbers and addresses that occur nowhere else.
  const word = () => (random() < 0.02 ? identifier(random) : (words[rank()] ?? ''))
  const sentence = () => capital(`${series(between(random, 4, 18), word, ' ')}.`)
  const paragraphs = (length: number) => series(Math.ceil(length / 11), sentence, random() < 0.2 ? '\n\n' : ' ')

  return {
    name: 'generated',
    report: () => ({
      title: capital(series(textLength(random, 7, 20), word, ' ')).slice(0, 255),
      description: paragraphs(textLength(random, 70, 1500)),
      stepsToReproduce: steps(between(random, 2, 8), () => series(textLength(random, 7, 25), word, ' ')),
      product: random() < 0.6 ? pick(random, products) : null,
      component: random() < 0.5 ? pick(random, components) : null,
      externalId: null,
    }),
    comment: () => paragraphs(textLength(random, 30, 600)),
  }
}

function series(length: number, next: () => string, separator: string): string {
  return Array.from({ length }, next).join(separator)
}

function steps(count: number, text: () => string): string {
  return Array.from({ length: count }, (_, index) => `${index + 1}. ${capital(text())}`).join('\n')
}

function identifier(random: Random): string {
  const number = between(random, 100, 99_999_999)
  return pick(random, [`0x${number.toString(16)}`, `${number}`, `item${number}.log`, `r${number.toString(36)}`])
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
