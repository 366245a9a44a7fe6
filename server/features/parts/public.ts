export { createComponent, requireProduct } from './change-part.ts'
export { bugsOfImportedComponent } from './imported-components.ts'
export { partListsOf, readComponent } from './list-parts.ts'
export {
  atTime,
  bugsWithPart,
  componentNamed,
  copyPartsOf,
  defaultAssigneeOf,
  type FoundPart,
  meetParts,
  partIdsOf,
  partsCalledSo,
  partsInProduct,
  partsNamed,
} from './part-store.ts'
