import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** Addresses of screens with the page that shows them; the first match counts. */
const screens = [
  ['^/page/login/register', 'register-page'],
  ['^/page/login', 'login-page'],
  ['^/page/bugs/list/?$', 'bug-list-page'],
  ['^/page/bugs/list/view/[^/]+/as-of/', 'bug-as-of-page'],
  ['^/page/bugs/list/view', 'bug-view-page'],
  ['^/page/bugs/list/edit/', 'edit-page'],
  ['^/page/bugs/list/classify/', 'classify-page'],
  ['^/page/bugs/report', 'report-page'],
  ['^/page/bugs/assignUser', 'assign-page'],
  ['^/page/users/list/edit/', 'user-edit-page'],
  ['^/page/users/list', 'user-list-page'],
  ['^/page/users/roles', 'roles-page'],
  ['^/page/users/me', 'profile-page'],
  ['^/page/chat', 'inbox-page'],
] as const

/**
 * Writes into the page which files each screen's styles and code are in, for `public/early.js`.
 * @throws Error when a screen's page is not in the build
 */
export function codeAhead(): Plugin {
  return {
    name: 'code-ahead',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        bundle ? html.replace('"__CODE_AHEAD__"', JSON.stringify(tableOf(bundle))) : html,
    },
  }
}

function tableOf(bundle: Bundle) {
  const files: string[] = []
  const indexOf = (file: string) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1)
  const entries = Object.keys(bundle).filter((file) => chunkOf(bundle, file)?.isEntry)
  const known = new Set(entries.flatMap((file) => [...withImports(bundle, file)]))
  return {
    screens: screens.map(([path, page]) => {
      const chunk = Object.keys(bundle).find((file) => chunkOf(bundle, file)?.name === page)
      if (chunk === undefined) throw new Error(`No file of the build is the ${page}.`)
      const code = [...withImports(bundle, chunk)].filter((file) => !known.has(file))
      return [path, [...new Set(code.flatMap((file) => stylesOf(bundle, file))), ...code].map(indexOf)]
    }),
    files,
  }
}

/** Returns a file and everything that it imports statically. */
function withImports(bundle: Bundle, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const imported of chunkOf(bundle, file)?.imports ?? []) withImports(bundle, imported, found)
  return found
}

function stylesOf(bundle: Bundle, file: string): string[] {
  return [...(chunkOf(bundle, file)?.viteMetadata?.importedCss ?? [])]
}

function chunkOf(bundle: Bundle, file: string) {
  const output = bundle[file]
  return output?.type === 'chunk' ? output : undefined
}
