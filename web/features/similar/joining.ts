/** What is shown from the press that joins a bug on. */
export { JoinStep } from './join-step.tsx'
export { JoinedNotice } from './joined-notice.tsx'
