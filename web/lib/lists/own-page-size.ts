import { defaultPageSize } from '#shared/http/page.ts'

let own = defaultPageSize

/** Returns how many entries a page of each list has for the reader, where its address names no other number. */
export function ownPageSize(): number {
  return own
}

/** Sets it; the session does, as soon as it is known who reads. */
export function setOwnPageSize(size: number): void {
  own = size
}
