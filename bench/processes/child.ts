import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Answer, Question } from './answer-parent.ts'

/** A process of the benchmark's own. */
export interface Child {
  readonly pid: number
  /** Sends a question; rejects when the process ends or takes longer than `seconds`. */
  ask<T>(question: unknown, seconds: number): Promise<T>
  /** Stops it, by force after five seconds. */
  stop(): Promise<void>
}

/**
 * Starts a process.
 * @param file its program; calls `answerParent`
 * @param environment all its variables, beside the path
 */
export function startChild(file: URL, environment: Record<string, string>, nodeArguments: string[] = []): Child {
  const child = fork(fileURLToPath(file), {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    execArgv: nodeArguments,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  const ended = once(child, 'exit').then(() => {
    for (const [id, settle] of waiting) settle({ id, error: `${file.pathname} ended` })
  })
  child.on('message', (message) => {
    const answer = message as Answer
    waiting.get(answer.id)?.(answer)
  })

  return {
    pid: child.pid ?? 0,
    ask: async <T>(question: unknown, seconds: number) => {
      const id = ++lastId
      const timer = setTimeout(() => waiting.get(id)?.({ id, error: `no answer in ${seconds} s` }), seconds * 1000)
      const answer = await new Promise<Answer>((resolve) => {
        waiting.set(id, resolve)
        if (!child.connected) resolve({ id, error: `${file.pathname} ended` })
        else child.send({ id, ask: question } satisfies Question)
      })
      clearTimeout(timer)
      waiting.delete(id)
      if ('error' in answer) throw new Error(answer.error)
      return answer.answer as T
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      if (child.connected) child.disconnect()
      await Promise.race([ended, sleep(5000, undefined, { ref: false })])
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}
