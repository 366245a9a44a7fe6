export { clockAt, day, daysBy, sinceMidnight } from './clock.ts'
export { type OpenPage, OpenPages, openPagesJobs, openPagesOf } from './open-pages.ts'
