/** FULL_SIZE=on asks for all that a test can try, as `npm run faults` does. */
export const isFullSize = process.env['FULL_SIZE'] === 'on'

/** Returns how often a random test tries something: a tenth of what it is made for, unless all of it is asked for. */
export function sized(full: number): number {
  return isFullSize ? full : Math.ceil(full / 10)
}
