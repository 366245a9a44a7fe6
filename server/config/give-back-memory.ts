import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type TakeOutGarbage = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Takes out all garbage, moves together what is left, and gives the rest back to the system. Nothing else is done
 * meanwhile, 50 to 200 ms: for once after something large, whose holes would stay with the process otherwise.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const takeOutGarbage = runInNewContext('gc') as TakeOutGarbage
  setFlagsFromString('--no-expose-gc')
  takeOutGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
