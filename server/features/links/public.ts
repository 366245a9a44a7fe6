export {
  hasLinks,
  isBlocked,
  linkedBugs,
  linkedSo,
  linksColumn,
  linksOf,
  linkTextsOfBug,
  type OwnLink,
  parentsFrom,
  storeLinks,
  storeManyLinks,
} from './link-store.ts'
