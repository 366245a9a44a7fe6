/**
 * Collects single requests for a short time, and sends them together.
 * @param most most keys per request
 * @param load returns what it found; missing keys do not exist
 */
export function batched<Key, Value>(
  most: number,
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting = new Map<Key, Promise<Value | undefined>>()
  let answer: Promise<ReadonlyMap<Key, Value>> | undefined

  return (key) => {
    const asked = waiting.get(key)
    if (asked) return asked
    if (!answer || waiting.size >= most) {
      const keys = new Map<Key, Promise<Value | undefined>>()
      waiting = keys
      answer = new Promise((resolve, reject) => {
        setTimeout(() => {
          if (waiting === keys) {
            waiting = new Map()
            answer = undefined
          }
          load([...keys.keys()]).then(resolve, reject)
        })
      })
    }
    const found = answer.then((values) => values.get(key))
    waiting.set(key, found)
    return found
  }
}
