import * as z from 'zod/mini'

/**
 * The version of the record that a change began from. With it, what others changed since is kept: both changes are
 * merged, or refused as a `conflict`. Without it the last one wins, and what it replaces stays in the history.
 */
export const baseVersion = z.optional(z.int().check(z.gte(1), z.lte(2_000_000_000)))
