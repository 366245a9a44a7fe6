/**
 * The screens of reporters without an account in one file: they follow one another. And what the team does about them: files of their
 * own would each have the code that screens share divided further.
 */
export { ConfirmReportPage } from './confirm-report-page.tsx'
export { FollowReportPage } from './follow-report-page.tsx'
export { ReporterLinkDialog } from './reporter-link-dialog.tsx'
