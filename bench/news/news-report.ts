import { budgets } from '#bench/budgets.ts'
import type { NewsBenchResult } from './run-news-bench.ts'

/** The times as a table of text; what misses its budget says so. */
export function newsReport({
  bugs,
  texts,
  followers,
  comments,
  few,
  many,
  decided,
  seconds,
  processor,
}: NewsBenchResult): string {
  const { more, perMinute } = budgets.news
  const least = (decided / seconds) * 60
  return [
    `${comments} comments on a bug with ${followers} followers, of ${bugs.toLocaleString('en')} (${texts})`,
    `median of a comment  ${many.toFixed(1)} ms, without followers ${few.toFixed(1)} ms; at most ${more} ms more${many - few > more ? '  OVER' : ''}`,
    `decided  ${decided.toLocaleString('en')} in ${seconds.toFixed(1)} s (processor ${processor.toFixed(1)} s), ${Math.round(least).toLocaleString('en')} a minute of ${perMinute.toLocaleString('en')}${least < perMinute ? '  UNDER' : ''}`,
  ].join('\n')
}
