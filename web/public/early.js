// Runs before the first paint, so that a remembered scheme doesn't flash the other one.
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
  document.documentElement.dataset.mantineColorScheme = choice
}
