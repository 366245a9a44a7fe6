import { writeFile } from 'node:fs/promises'
import { files } from './files.ts'

for (const { path, text } of await files()) {
  await writeFile(path, text)
  console.log(`${path} has ${text.split('\n').length} lines`)
}
