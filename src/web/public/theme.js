// Runs before the first paint, so a remembered theme never flashes. The rest of the theme lives in lib/theme.ts.
;(() => {
  let choice = 'system'
  try {
    choice = localStorage.getItem('chowk.theme') || 'system'
  } catch {
    // Storage may be refused; the system's choice is a good answer.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
