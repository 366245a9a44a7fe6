/** Style sheets that are loading or loaded. */
const sheets = new Map<string, Promise<void>>()

/**
 * Loads code, and requests all files that it needs at once. The code waits for its styles, so that nothing is shown
 * without them. The build puts this around each `import()`, in place of the bundler's own function, which treats a
 * sheet that failed once as loaded.
 * @param load the import
 * @param files below the site's root
 * @throws Error when the code or its styles can't be loaded; the next call tries again
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

/** Loads a sheet. Sheets apply in the order of the first request, not of arrival. */
function loadSheet(address: string): Promise<void> {
  const known = sheets.get(address)
  if (known) return known
  // A sheet of the page itself. Loading it again would put it after all others.
  if (document.head.querySelector(`link[rel="stylesheet"][href="${address}"]`)) return Promise.resolve()
  const link = newLink('stylesheet', address)
  const sheet = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      sheets.delete(address)
      link.remove()
      // The message of a browser that can't load code, by which the router knows to reload the page once.
      reject(new TypeError(`Failed to fetch dynamically imported module: its styles ${address}`))
    })
  })
  sheets.set(address, sheet)
  document.head.append(link)
  return sheet
}

/** Requests a module early; the import itself repeats a failed request. */
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
