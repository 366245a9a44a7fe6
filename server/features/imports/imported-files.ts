import { importedRecordId } from '#server/db/record-id.ts'
import { renamedAttachments } from '#shared/attachments/words.ts'
import type { ImportedBug, ImportedComment, ImportedFileFacts } from './import-line.ts'
import type { ImportedPerson } from './imported-person.ts'

/** A file of a bug that an import has stored. */
export interface FileOfBug {
  /** The id that it has, or gets. */
  readonly id: string
  readonly bugId: string
  /** Of the bug in its tracker, for the report. */
  readonly key: string
  readonly createdOn: Date
  /** Whether its bug is private in its tracker. */
  readonly isPrivate: boolean
  readonly name: string
  readonly author: ImportedPerson | null
}

/** A file that a line tells of, with the name of its content in the folder of files. */
export interface ListedFile extends FileOfBug {
  readonly file: string | null
}

/** Returns the id that a file of an imported bug gets: always the same. */
export const importedFileId = (bugId: string, externalId: string, createdOn: Date): string =>
  importedRecordId(`${bugId} attachment ${externalId}`, createdOn)

/** Returns the ids that the files of a line get, by those that they had. */
export const fileIdsOf = (bugId: string, files: readonly ImportedFileFacts[]): ReadonlyMap<string, string> =>
  new Map(files.map(({ externalId, createdOn }) => [externalId, importedFileId(bugId, externalId, createdOn)]))

/** Returns the files of a bug of the file. */
export const filesOf = ({
  id: bugId,
  externalId: key,
  isPrivate,
  files,
  fileIds,
}: Pick<ImportedBug, 'externalId' | 'isPrivate' | 'files'> & {
  readonly id: string
  readonly fileIds: ReadonlyMap<string, string>
}): ListedFile[] =>
  files.map(({ externalId, name, author, createdOn, file }) => ({
    id: fileIds.get(externalId) ?? '',
    ...{ bugId, key, createdOn, isPrivate, name, author, file },
  }))

type Texts = Partial<Pick<ImportedBug, 'description' | 'stepsToReproduce'>> & {
  readonly comments: readonly ImportedComment[]
  readonly internalComments?: readonly ImportedComment[]
}

/** Returns texts that name the files of their bug by the ids that these get. */
export function withFileIds<T extends Texts>(bug: T, ids: ReadonlyMap<string, string>): T {
  if (ids.size === 0) return bug
  const renamed = (text: string) => renamedAttachments(text, ids)
  return {
    ...bug,
    ...(bug.description !== undefined && { description: renamed(bug.description) }),
    ...(bug.stepsToReproduce !== undefined && { stepsToReproduce: renamed(bug.stepsToReproduce) }),
    comments: bug.comments.map((comment) => ({ ...comment, message: renamed(comment.message) })),
    ...(bug.internalComments && {
      internalComments: bug.internalComments.map((comment) => ({ ...comment, message: renamed(comment.message) })),
    }),
  }
}
