export { LabelChip, LabelDot } from './label-chip.tsx'
export { keepLabel, labelsLike, labelsQuery, sortedLabels, useLabelNames } from './label-queries.ts'
