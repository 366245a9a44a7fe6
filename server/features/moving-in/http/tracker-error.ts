import { ImportFileError } from '#server/features/imports/public.ts'

/** The tracker can't be read any further; `message` is a sentence for the person who started the import. */
export class TrackerError extends ImportFileError {}
