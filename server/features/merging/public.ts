export { changeTriage, triageEvents, type Triage } from './change-triage.ts'
export { lockWithOriginals, refuseOriginal, waitForLinks } from './original-chain.ts'
