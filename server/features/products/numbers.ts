/** The product that the migrations make, where there is none. */
export const firstProduct = `insert into products (id, number, key, name)
  select '000000000000000000000001', 0, 'BUG', 'Bugs' where not exists (select from products)`

/** The sequence that numbers the bugs of a product. @param product its number */
export const numbersOf = (product: number): string => `bug_numbers_${product}`
