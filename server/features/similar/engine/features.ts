/** Words are told apart by how rare they are: upper bounds of idf, the last band has none. */
export const rarityBounds = [2, 3.5, 5, 7]
export const rarities = rarityBounds.length + 1

/** Where the query has a word that a candidate has too, and where the candidate has it. */
export const sharedPlaces = [
  'titleInTitle',
  'titleInText',
  'proseInTitle',
  'proseInText',
  'codeInTitle',
  'codeInText',
] as const

export const singleFeatures = [
  /** Lexical score; as a share of what it could be; as a share of the best candidate's. */
  ...['bm25', 'bm25Share', 'bm25OfBest', 'rank'],
  /** Share of the query's weight that the candidate has. */
  'covered',
  /** How much of the candidate, and of its title, the query has. */
  ...['candidateKnown', 'titleKnown'],
  /** How much of one part of the query stands in one part of the candidate. */
  ...['proseFoundInTitle', 'titleFoundInText', 'titleFoundInTitle', 'codeFoundInCode'],
  /** Cosines of everything, and of the titles. */
  ...['cosine', 'titleCosine'],
  /** Idf of the rarest word in common. */
  'rarest',
  ...['sameProduct', 'sameComponent', 'sameBoth'],
  /** Minus the log of days since the group's newest report, and since this one; the group's recent reports. */
  ...['groupFresh', 'fresh', 'groupRecent'],
  'groupSize',
  /** Lexical score of the group's next best report. */
  'otherMember',
  /** Logs of lengths. */
  ...['titleLength', 'titleLengthDiffers', 'proseLength', 'codeLength'],
  /** 1 when both have code, -1 when only one has. */
  'bothCode',
] as const

export type SingleFeature = (typeof singleFeatures)[number]

/** What is known of a candidate. */
export const featureNames: readonly string[] = [
  ...singleFeatures,
  ...sharedPlaces.flatMap((place) => Array.from({ length: rarities }, (_, rarity) => `${place}${rarity}`)),
]

export const featureCount = featureNames.length

/** Where the features about shared words begin, place by place, and within each by rarity. */
export const firstShared = singleFeatures.length

export function rarityOf(idf: number): number {
  let band = 0
  while (band < rarityBounds.length && idf >= (rarityBounds[band] as number)) band++
  return band
}
