export { fieldsNamed, type FieldSeen, fieldsOfProduct, someProductHasForms } from './field-store.ts'
export {
  changesBack,
  changesByMove,
  fieldChanges,
  fieldsOfReport,
  fieldsToTell,
  presentFields,
  refuseEmptied,
  refuseUnfinished,
  withChanges,
} from './field-values.ts'
