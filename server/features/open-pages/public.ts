export { type OpenPage, OpenPages, openPagesJobs, openPagesOf } from './open-pages.ts'
