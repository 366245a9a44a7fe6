export { bugsOfImportedLabel } from './imported-labels.ts'
export {
  bugsWithLabels,
  type EndedLabel,
  endedLabels,
  heirsOf,
  holdLabels,
  labelIdsOf,
  labelIdsColumn,
  labelIdsOfBug,
  labelsJson,
  labelsNamed,
  labelsOfBug,
  meetLabels,
  type NamedLabel,
  storeLabels,
  storeLabelsOfBugs,
} from './label-store.ts'
