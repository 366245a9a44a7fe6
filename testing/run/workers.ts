import { availableParallelism } from 'node:os'

/**
 * How many test files run side by side: one more than there are cores, because tests also wait, for frames, disks and other
 * processes. The database server that they share has connections for three.
 */
export const workers = Math.min(availableParallelism() + 1, 3)
