// Runs before the first paint, so that neither a remembered theme nor a page drawn for somebody else flashes.
;(() => {
  const page = document.documentElement
  const remembered = (key, storage = 'localStorage') => {
    try {
      return window[storage].getItem(`chowk.${key}`)
    } catch {
      // Storage may be refused; the system's choice is a good answer.
      return null
    }
  }
  const choice = remembered('theme')
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.dataset.theme = dark ? 'dark' : 'light'
  // The server draws pages for visitors, or with the shell of a person's role. Others see theirs once it is drawn here, and so do admins who
  // see the product as another person.
  const ofOther = 'role' in page.dataset ? remembered('support-view', 'sessionStorage') : remembered('signed-in')
  if (ofOther) page.dataset.draw = 'anew'
  // As the shell has it: where a workflow is open, the sidebar begins narrow.
  const designer = /^(?:.w.[\w-]+)?.workflows\b.*[?&]workflow=/.test(location.pathname + location.search)
  if (designer ? remembered('sidebar.designer') !== 'expanded' : remembered('sidebar') === 'collapsed')
    page.dataset.side = 'narrow'
  // The code of a drawn page waits here for the first paint (`template.ts`), unless nothing is painted before it is there. The time is
  // for a page that is put into the background before it is painted.
  const code = document.getElementById('code')
  const begin = () => code && document.head.append(code.content)
  if (page.dataset.draw || document.hidden) begin()
  else {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
    addEventListener('load', () => setTimeout(begin, 1000))
  }
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
  // Enter sends a form whose button is still disabled; in a text area it only begins a line. A shortcut is heard once there is code for it
  // (`shortcuts.ts`).
  addEventListener(
    'keydown',
    ({ key, target, ctrlKey, metaKey }) => {
      if (key === 'Enter' && target.matches?.('input') && target.form && !lives()) mark(target.form)
      if (target === document.body && !('heard' in page.dataset))
        page.dataset.key = JSON.stringify({ key, ctrlKey, metaKey })
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
