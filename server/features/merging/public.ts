export { changeVerdict, judging, type Verdict } from './change-verdict.ts'
export { refuseOriginal, waitForLinks } from './original-chain.ts'
