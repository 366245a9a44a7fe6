import type * as z from 'zod/mini'

/** A message from one node to the others. It is sent once; a node that doesn't listen then misses it. */
export interface NodeMessage<T> {
  readonly name: string
  readonly schema: z.ZodMiniType<T>
}

/** A value by key that a node shares with the others while it lives. */
export interface NodeFact<T> {
  readonly name: string
  readonly schema: z.ZodMiniType<T>
}

export const nodeMessage = <T>(name: string, schema: z.ZodMiniType<T>): NodeMessage<T> => ({ name, schema })

export const nodeFact = <T>(name: string, schema: z.ZodMiniType<T>): NodeFact<T> => ({ name, schema })
