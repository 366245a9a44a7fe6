export { readFields } from '#web/features/custom-fields/public.ts'
