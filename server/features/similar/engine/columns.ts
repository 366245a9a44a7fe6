/** Arrays of numbers that grow. */
export type NumberArray = Int32Array | Uint32Array | Uint16Array | Float64Array | Float32Array

/**
 * @returns `array`, or a longer copy of it that has room for `size` numbers; what is new is `fill`
 */
export function withRoom<T extends NumberArray>(array: T, size: number, fill = 0): T {
  if (size <= array.length) return array
  const length = Math.max(size, Math.ceil(array.length * 1.25), 64)
  const longer = new (array.constructor as new (length: number) => T)(length)
  longer.set(array)
  if (fill !== 0) longer.fill(fill, array.length)
  return longer
}
