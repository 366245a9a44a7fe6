/** What other features may use of saved views. */
export { recountViews } from './recount-views.ts'
export { type OpenView, useOpenView, useViews } from './use-views.ts'
export { ViewsBar } from './views-bar.tsx'
