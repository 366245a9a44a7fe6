import { spawn } from 'node:child_process'

/** How the programs of a test run are started. */
export interface ProgramSettings {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  /** `ignore` where what they print is of no interest. */
  readonly output: 'inherit' | 'ignore'
}

/** Runs a program to its end. @returns its exit code; 127 if it could not be started */
export function runProgram(
  { root, env, output }: ProgramSettings,
  command: string,
  args: readonly string[],
  moreEnv: NodeJS.ProcessEnv = {},
): Promise<number> {
  return new Promise((settle) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...env, ...moreEnv },
    })
    child.on('error', () => settle(127))
    child.on('close', (code) => settle(code ?? 1))
  })
}
