export { linkIsMailed, linkJoins, linkWorks, setMailed, workingLink, workingLinkOf } from './link-store.ts'
export { reporterLinkMail, titleOfLink } from './link-mail.ts'
export { type LinkHolder, linkHolderOf, ReporterLinks } from './reporter-links.ts'
export { giveFirstLinks, giveReporterLink } from './send-link.ts'
