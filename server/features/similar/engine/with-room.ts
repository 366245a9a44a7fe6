/** Arrays of numbers that grow. */
type NumberArray =
  | Uint32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>

/** Returns `array`, or a longer one with the same numbers that has room for `size`; new elements are 0. */
export function withRoom<T extends NumberArray>(array: T, size: number): T {
  if (size <= array.length) return array
  const length = Math.max(size, Math.ceil(array.length * 1.25), 64)
  // Transferred instead of copied, because a copy would leave the old memory to the garbage collector, which may be
  // late.
  const memory = array.buffer.transfer(length * array.BYTES_PER_ELEMENT)
  return new (array.constructor as new (memory: ArrayBuffer) => T)(memory)
}
