export { offerSetup } from './first-administrator.ts'
