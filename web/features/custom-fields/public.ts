/** What other features may use of the custom fields of products. */
export { CheckList } from './check-list.tsx'
export { type FieldDrafts, fieldMistake, givenFieldsOf, givenOf } from './field-draft.ts'
export { FieldInput } from './field-input.tsx'
export { fieldsQuery, readFields, templatesQuery, useFields, useReportForms } from './field-queries.ts'
export { FieldWords } from './field-words.tsx'
