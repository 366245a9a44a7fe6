/** What other features, and the shell, may use of saved views. */
export { ViewActions } from './view-actions.tsx'
export { type OpenView, useOpenView, useViews } from './use-views.ts'
export { ViewsBar } from './views-bar.tsx'
