/** What other features may use of the links of reporters without an account. */
export { ReporterLinkButton } from './reporter-link-button.tsx'
