export { AdoptableWords } from './adoptable-words.tsx'
export { AdoptedBugs } from './adopted-bugs.tsx'
export { bugsWords } from './bugs-words.ts'
export { ImportedWords } from './imported-words.tsx'
