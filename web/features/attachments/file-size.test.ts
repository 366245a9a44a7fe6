import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [820, '820 bytes'],
  [1023, '1 kB'],
  [1024, '1 kB'],
  [1500, '1.5 kB'],
  [10_240, '10 kB'],
  [1_048_575, '1 MB'],
  [25 * 1024 * 1024, '25 MB'],
  [3.2 * 1024 ** 3, '3.2 GB'],
])('%i is %s', (bytes, words) => expect(fileSize(bytes)).toBe(words))
