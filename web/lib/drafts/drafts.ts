import { enterPage } from './draft-pages.ts'
import { draftShelf } from './draft-shelf.ts'
import { draftStore } from './draft-store.ts'

/** The drafts of this page. Screens use `useDraft`; this is for work that continues after its screen was left. */
export const drafts = draftStore(
  enterPage(() => sessionStorage, globalThis.navigator?.locks),
  draftShelf(() => localStorage),
)
