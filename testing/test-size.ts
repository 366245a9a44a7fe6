/**
 * Returns how often a random test tries something: a tenth of what it is made for, unless FULL_SIZE=on asks for all of it,
 * as `npm run faults` does.
 */
export function sized(full: number): number {
  return process.env['FULL_SIZE'] === 'on' ? full : Math.ceil(full / 10)
}
