/** The import can't go on because of its file; `message` is one sentence for the person who started it. */
export class ImportFileError extends Error {}
