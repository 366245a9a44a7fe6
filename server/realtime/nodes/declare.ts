import type * as z from 'zod/mini'

/** Something that one node says to the others once; whoever does not listen at that moment has missed it. */
export interface NodeMessage<T> {
  readonly name: string
  readonly schema: z.ZodMiniType<T>
}

/** Something that a node knows, by keys, and that the others know for as long as it says so and lives. */
export interface NodeFact<T> {
  readonly name: string
  readonly schema: z.ZodMiniType<T>
}

export const nodeMessage = <T>(name: string, schema: z.ZodMiniType<T>): NodeMessage<T> => ({ name, schema })

export const nodeFact = <T>(name: string, schema: z.ZodMiniType<T>): NodeFact<T> => ({ name, schema })
