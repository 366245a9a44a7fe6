import { useEffect, useState } from 'react'
import { type DifferenceLine, textDifference } from '#web/features/history/public.ts'

/**
 * How two texts differ, line by line: `removed` lines stand in the first one only, `added` ones in the second. The code
 * that finds it out is loaded when it is needed; until then, and where that fails, it is undefined.
 */
export function useDifference(one: string, other: string): readonly DifferenceLine[] | undefined {
  const [found, setFound] = useState<{ one: string; other: string; lines: readonly DifferenceLine[] }>()
  useEffect(() => {
    let isWanted = true
    async function find() {
      const { differenceOf } = await textDifference()
      const lines = differenceOf(one, other).flatMap((block) => block.lines)
      if (isWanted) setFound({ one, other, lines })
    }
    find().catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [one, other])
  return found?.one === one && found.other === other ? found.lines : undefined
}
