export { jobSchemaFault } from '#server/jobs/job-schema.ts'
export { countJobs, failedJobs } from '#server/jobs/stored-jobs.ts'
