export { exportBugs } from './export-bugs.ts'
export { operatorOf } from './operator.ts'
