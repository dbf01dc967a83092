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
  // What is pressed or sent before the page lives is done once it does (`drawn.ts`, which also keeps what is pressed in parts that are
  // fetched later). A form that its browser sent by itself would put what it holds into the address; one whose button is still disabled
  // is sent by Enter.
  const lives = () => 'live' in page.dataset || 'rendered' in page.dataset
  // The time says in which order.
  const mark = (element) => {
    element.dataset.early = performance.now()
  }
  // React must not see an early press: it would hydrate the part at once and act on it, before it knows what was typed.
  const early = (element, event) => {
    // The page shown without our code has buttons of its own (`rescue.js`): none of them is React's.
    if (!element || lives() || element.closest('[data-rescue]')) return
    mark(element)
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
      if (key === 'Enter' && target.matches?.('input') && target.form && !lives()) mark(target.form)
    },
    true,
  )
  addEventListener(
    'submit',
    (event) => {
      const { target: form } = event
      if (lives() && !waits(form)) return
      mark(form)
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
})()
