export { type HeldMail, holdReportByMail, type NewMail } from './hold-report.ts'
