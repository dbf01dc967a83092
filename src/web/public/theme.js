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
  // What is pressed or sent before its part of the page lives is done once it does (`drawn.ts`). A form that its browser sent by
  // itself would put what it holds into the address; one whose button is still disabled is sent by Enter. Parts that are fetched
  // later live later: React leaves its props with every element it has taken over.
  const lives = (element) =>
    ('live' in page.dataset || 'rendered' in page.dataset) &&
    Object.keys(element).some((key) => key.startsWith('__reactProps'))
  // The number says in which order.
  let presses = 0
  // React must not see an early press: it would hydrate the part at once and act on it, and the repeated press would act again.
  const early = (element, event) => {
    // The page shown without our code has buttons of its own (`rescue.js`), and so has the editor of code: none of them is React's.
    if (!element || lives(element) || element.closest('[data-rescue], .cm-editor')) return
    element.dataset.early = ++presses
    event.preventDefault()
    event.stopPropagation()
  }
  // What was pressed in a form before comes first, also where the form has come to life meanwhile.
  const waits = (form) => form.querySelector('[data-early]') !== null
  const pressable = 'button:not([type=submit]), input[type=radio], input[type=checkbox]'
  addEventListener('click', (event) => early(event.target.closest?.(pressable), event), true)
  // Enter sends a form whose button is still disabled; in a text area it only begins a line.
  addEventListener(
    'keydown',
    ({ key, target }) => {
      if (key === 'Enter' && target.matches?.('input') && target.form && !lives(target.form))
        target.form.dataset.early = ++presses
    },
    true,
  )
  addEventListener(
    'submit',
    (event) => {
      const { target: form } = event
      if (lives(form) && !waits(form)) return
      form.dataset.early = ++presses
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
})()
