import { viewAttachment } from '#shared/attachments/contract.ts'
import { choiceNames, eachField, labelsNames, partNames, textNames } from '#shared/bugs/fields.ts'
import type { FieldValues } from '#shared/custom-fields/custom-field.ts'
import { firstProductKey } from '#shared/products/words.ts'
import type { ExportedBug, ExportedComment } from './exported-bugs.ts'

/** Returns a bug as the line that `mothlight import` reads; its id here is the one in the other tracker there. */
export const bugLine = (bug: ExportedBug, kept: ReadonlySet<string>): string =>
  lineStart(bug, kept) + commentsText(bug.comments) + lineEnd

/** Returns the line of a bug until its comments. @param kept the files beside the lines, by their SHA-256 */
export function lineStart(bug: ExportedBug, kept: ReadonlySet<string>): string {
  const { item, externalId, reporter, assignee, closedOn, closedBy, original, links, followers, files, versions } = bug
  const { internalComments } = bug
  const line = {
    id: item._id,
    key: item.key,
    ...eachField(textNames, (name) => item[name]),
    created: item.createdOn,
    reporter,
    assignee,
    ...(item.assigned && { assignedOn: item.assigned.assignedOn }),
    ...eachField(choiceNames, (name) => item[name]),
    ...(closedOn !== null && { closedOn }),
    ...(closedBy && { closedBy }),
    ...eachField(labelsNames, (name) => item[name].map((label) => label.name)),
    private: item.isPrivate,
    // The key says where it belongs; its name is for whoever has no such product.
    product: item.importedProduct ?? (item.product.key === firstProductKey ? null : item.product.name),
    ...eachField(partNames, (name) => item[name]?.name ?? null),
    ...(versions.length > 0 && { versions }),
    ...(item.component === null && item.importedComponent !== undefined && { component: item.importedComponent }),
    // Found again by their keys; a person by their name.
    ...(Object.keys(item.fields).length > 0 && { fields: wordsOf(item.fields) }),
    duplicateOf: original?.id ?? null,
    links,
    ...(followers.length > 0 && { followers }),
    ...(files.length > 0 && {
      files: files.map(({ sha256, ...file }) => ({
        ...file,
        // One name for equal content, which stands in the folder once.
        ...(kept.has(sha256) ? { file: sha256 } : { address: viewAttachment.path.replace(':attachmentId', file.id) }),
      })),
    }),
    ...(internalComments.length > 0 && { internalComments }),
    ...(externalId !== null && { facts: { 'id in the first tracker': externalId } }),
  }
  return `${JSON.stringify(line).slice(0, -1)},"comments":[`
}

/** Returns the beginning of a line that goes on with the comments of a bug. */
export const moreStart = ({ item }: ExportedBug): string =>
  `${JSON.stringify({ continues: true, id: item._id, created: item.createdOn }).slice(0, -1)},"comments":[`

/** Returns comments as they stand in the line of their bug. */
export const commentsText = (comments: readonly ExportedComment[]): string =>
  comments.map((comment) => JSON.stringify(comment)).join(',')

/** What follows the comments. */
export const lineEnd = ']}\n'

const wordsOf = (fields: FieldValues) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === 'object' && !Array.isArray(value) ? value.fullName : value,
    ]),
  )
