/** What other features may use of the texts that people write. */
export { MarkdownField } from './markdown-field.tsx'
export { useReadyForTexts } from './markdown-engine.ts'
export { MarkdownText } from './markdown-text.tsx'
