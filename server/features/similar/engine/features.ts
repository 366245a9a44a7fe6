/** What is known of a candidate; the score is their weighted sum. */
export const featureNames = [
  'bm25',
  'bm25Share',
  'covered',
  'titleKnown',
  'proseInTitle',
  'titleInText',
  'titleInTitle',
  'sameProduct',
  'sameComponent',
  'sameBoth',
  'fresh',
  'groupSize',
  'ownAge',
  'rarest',
  'titlePairs',
  'codeShared',
  'secondMember',
  'ofBest',
  'tt0','tt1','tt2','tt3','tt4',
  'tx0','tx1','tx2','tx3','tx4',
  'pt0','pt1','pt2','pt3','pt4',
  'px0','px1','px2','px3','px4',
  'ct0','ct1','ct2','ct3','ct4',
  'cx0','cx1','cx2','cx3','cx4',
  'reverse', 'cosine', 'titleTri', 'longestRun', 'lenDiff', 'candLen', 'candTitleLen', 'titleCos', 'groupCovered', 'proseMiss', 'rankInv', 'candCode', 'recent90', 'bothCode', 'cosineT',
] as const

export type FeatureName = (typeof featureNames)[number]
export const featureCount = featureNames.length
