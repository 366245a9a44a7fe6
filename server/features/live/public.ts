export { LivePages } from './live-pages.ts'
