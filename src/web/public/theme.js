// Runs before the first paint, so that neither a remembered theme nor a page drawn for somebody else flashes.
;(() => {
  const page = document.documentElement
  const remembered = (key) => {
    try {
      return localStorage.getItem(`chowk.${key}`)
    } catch {
      // Storage may be refused; the system's choice is a good answer.
      return null
    }
  }
  const choice = remembered('theme')
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.dataset.theme = dark ? 'dark' : 'light'
  // The server draws pages as a visitor sees them, in English. Others see theirs once it is drawn here.
  if (remembered('signed-in') || (remembered('language') ?? 'en') !== 'en') page.dataset.draw = 'anew'
  // A form that is sent before its page lives would put what it holds into the address.
  addEventListener('submit', (event) => 'live' in page.dataset || event.preventDefault(), true)
})()
