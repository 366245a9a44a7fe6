/** Upper bounds of idf that divide words into bands of rarity; the last band has none. */
export const rarityBounds = [2, 3.5, 5, 7]
export const rarities = rarityBounds.length + 1

/** The parts of the query and of a candidate that have a word in common. */
export const sharedPlaces = [
  'titleInTitle',
  'titleInText',
  'proseInTitle',
  'proseInText',
  'codeInTitle',
  'codeInText',
] as const

export const singleFeatures = [
  /** Lexical score; as a share of the possible one; as a share of the best candidate's; rank. */
  ...['bm25', 'bm25Share', 'bm25OfBest', 'rank'],
  /** Share of the query's weight that the candidate has. */
  'covered',
  /** Share of the candidate, and of its title, that the query has. */
  ...['candidateKnown', 'titleKnown'],
  /** Share of one part of the query that is in one part of the candidate. */
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

/** Names of all features of a candidate. */
export const featureNames: readonly string[] = [
  ...singleFeatures,
  ...sharedPlaces.flatMap((place) => Array.from({ length: rarities }, (_, rarity) => `${place}${rarity}`)),
]

export const featureCount = featureNames.length

/** Where the features about shared words begin, by place, and within each by rarity. */
export const firstShared = singleFeatures.length

export function rarityOf(idf: number): number {
  let band = 0
  while (band < rarityBounds.length && idf >= (rarityBounds[band] as number)) band++
  return band
}
