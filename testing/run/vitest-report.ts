/** What `vitest-reporter.ts` writes: `plan` when the run starts, all of it when it ends. */
export interface VitestReport {
  /** The files that are to be run, absolute. */
  readonly plan: readonly string[]
  readonly end?: {
    readonly files: readonly VitestFile[]
    /** What nobody caught, and workers that ended, each as a text. */
    readonly errors: readonly string[]
    readonly reason: 'passed' | 'interrupted' | 'failed'
  }
}

export interface VitestFile {
  readonly file: string
  readonly seconds: number
  /** False for a file that broke off before all of its tests had been found or had ended. */
  readonly isComplete: boolean
  readonly loadErrors: readonly string[]
  /** Failed hooks of the file and of its groups; `name` is empty for the file's own. */
  readonly hooks: readonly { readonly name: string; readonly messages: readonly string[] }[]
  readonly tests: readonly {
    readonly name: string
    readonly state: 'passed' | 'failed' | 'skipped'
    readonly messages: readonly string[]
  }[]
}
