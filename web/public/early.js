// Runs before the first paint and long before the page's own code.

// A remembered scheme must not flash the other one.
{
  let choice = null
  try {
    choice = localStorage.getItem('mothlight-color-scheme')
  } catch {
    // Storage may be forbidden; the system's scheme then decides.
  }
  if (choice !== 'light' && choice !== 'dark') {
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.dataset.colorScheme = choice
}

// The screen's code and styles are asked for at once: the router asks too, but only when it runs and knows who is there.
{
  const ahead = JSON.parse(document.getElementById('code-ahead').textContent)
  if (typeof ahead === 'object') {
    const screen = ahead.screens.find(([path]) => new RegExp(path).test(location.pathname))
    for (const index of screen?.[1] ?? []) {
      const link = document.createElement('link')
      link.href = `/${ahead.files[index]}`
      if (link.href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: '' })
      else link.rel = 'modulepreload'
      document.head.append(link)
    }
  }
}
