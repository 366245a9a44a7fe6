import type { FieldName } from './fields.ts'

/** What each field is, in one sentence for callers of the API; apart from the fields, because the client has no use for it. */
export const fieldSentences: Readonly<Record<FieldName, string>> = {
  title: 'What is wrong, in one line.',
  description: 'What happens, in Markdown.',
  stepsToReproduce: 'How to make it happen, in Markdown.',
  product: 'Where it belongs; its key begins with the product’s.',
  isPrivate: 'Only its reporter, its assignee, people who were let in, and holders of canViewPrivateBugs may see it.',
  isWaiting:
    'Its reporter was asked something and has not answered. Their next comment ends it; a closed bug waits for nobody.',
  status: 'How far the work is; Closed and Resolved close the bug.',
  classification: 'The bug’s classification.',
  assignee: 'Who works on it.',
  duplicateOf: 'The original that it repeats.',
  priority: 'How soon it should be dealt with.',
  severity: 'How much harm it does.',
  labels: 'What it is about, in words of the team.',
  component: 'The part of the product that it is in.',
  foundVersion: 'The version of the product that has it.',
  fixedVersion: 'The version of the product that fixes it, or is to fix it.',
}
