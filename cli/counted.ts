/** Returns a number with its noun, as in "1 bug" and "15,813 bugs". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
