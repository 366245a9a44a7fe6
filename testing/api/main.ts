import { writeFile } from 'node:fs/promises'
import { apiPageFile } from './api-page-file.ts'

const { path, text } = await apiPageFile()
await writeFile(path, text)
console.log(`${path} has ${text.split('\n').length} lines`)
