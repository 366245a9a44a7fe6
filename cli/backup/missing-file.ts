/** Returns what an export says of content that it could not have. */
export const missingFile = (sha256: string): string =>
  `The attached file ${sha256} is missing or damaged where files are kept.`
