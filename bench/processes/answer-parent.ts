/** The messages between the benchmark and its processes. */
export interface Question {
  readonly id: number
  readonly ask: unknown
}

export type Answer = { readonly id: number; readonly answer: unknown } | { readonly id: number; readonly error: string }

/**
 * Answers the questions of the process that started this one, and ends with it, so that a killed benchmark leaves
 * nothing running.
 */
export function answerParent(answerTo: (question: unknown) => Promise<unknown>): void {
  process.on('message', (message) => {
    const { id, ask } = message as Question
    answerTo(ask).then(
      (answer) => process.send?.({ id, answer } satisfies Answer),
      (error: unknown) => process.send?.({ id, error: error instanceof Error ? (error.stack ?? '') : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}
