/** What other features may use of the texts that people write. */
export { MarkdownField } from './field/markdown-field.tsx'
export { useReadyForTexts } from './shown/markdown-engine.ts'
export { BugReference } from './shown/bug-reference.tsx'
export { MarkdownText } from './shown/markdown-text.tsx'
export { TextWithReferences } from './shown/text-with-references.tsx'
