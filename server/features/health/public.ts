export { countTotals } from './totals.ts'
