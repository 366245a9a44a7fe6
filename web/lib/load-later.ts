/** Style sheets on their way, and those that are there. */
const sheets = new Map<string, Promise<void>>()

/**
 * Loads code, and asks at once for all files that it needs. The code waits for its styles, so that nothing is seen without
 * them. The build puts this around each `import()`, in place of the bundler's own function: that one takes a sheet that
 * failed once for loaded.
 * @param load the import
 * @param files below the site's root
 * @throws Error when the code or its styles can't be had; the next call asks for them again
 */
export async function loadLater<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const styles: Promise<void>[] = []
  for (const file of files) {
    if (file.endsWith('.css')) styles.push(loadSheet(`/${file}`))
    else askForModule(`/${file}`)
  }
  await Promise.all(styles)
  return load()
}

/** Sheets take effect in the order in which they are asked for first, not in that in which they come. */
function loadSheet(address: string): Promise<void> {
  const known = sheets.get(address)
  if (known) return known
  // The page's own; one that comes again would take effect after all others.
  if (document.head.querySelector(`link[rel="stylesheet"][href="${address}"]`)) return Promise.resolve()
  const link = newLink('stylesheet', address)
  const sheet = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      sheets.delete(address)
      link.remove()
      // In the words of a browser that finds no code: by them the router knows to load the page anew, once.
      reject(new TypeError(`Failed to fetch dynamically imported module: its styles ${address}`))
    })
  })
  sheets.set(address, sheet)
  document.head.append(link)
  return sheet
}

/** One that does not come is asked for again by the import itself. */
function askForModule(address: string): void {
  if (!document.head.querySelector(`link[href="${address}"]`)) document.head.append(newLink('modulepreload', address))
}

function newLink(rel: string, address: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.crossOrigin = ''
  link.href = address
  return link
}
