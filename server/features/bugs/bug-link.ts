import { keyText } from './bug-keys.ts'

/**
 * Returns the SQL of a bug as another one names it (`bugLink`), as JSON, of a row of `bugs`. Whether the reader may see that
 * bug, the statement around it says.
 * @param more further members of the object, each after a comma
 */
export const bugLinkJson = (row: string, more = ''): string =>
  `(select json_build_object('_id', ${row}.id, 'key', ${keyText('place', row)},
      'product', json_build_object('_id', place.id, 'key', place.key, 'name', place.name),
      'title', ${row}.title, 'isClosed', ${row}.is_closed${more}) from products place where place.number = ${row}.product_number)`
