/**
 * Taking over a page that the server has drawn. Its data stands beside it as JSON, with the address it was drawn for. Whoever was
 * signed in here or reads another language sees none of it: `public/theme.js` has marked the page before its first paint.
 */
import { matchRoutes, type RouteObject } from 'react-router'
import { queryClient } from '#web/api/query-client.ts'
import type { Handle } from './app/router/page-route.ts'

interface Drawn {
  /** Null when it stands for more addresses than one. */
  address: string | null
  data: [key: unknown[], value: unknown][]
}

/** Null when nothing was drawn, or not for this reader. */
export function takeDrawn(page: HTMLElement): Drawn | null {
  const json = document.getElementById('drawn')?.textContent
  if (!json || page.dataset.draw === 'anew') return null
  const drawn = JSON.parse(json) as Drawn
  for (const [key, value] of drawn.data) queryClient.setQueryData(key, value)
  return drawn
}

/**
 * Gets the code of the page at hand and what its loader asks for and was not sent along, such as a text of the documentation, so that its
 * first drawing here is the one that was drawn. A page that waits for something while it is taken over is drawn anew by React as soon as
 * anything above it changes, and what was pressed in it by then is lost.
 * @returns what the router needs to know of its loaders, which need not run; null when the page must be drawn anew
 */
export async function prepareCode(routes: RouteObject[], url: URL): Promise<Record<string, null> | null> {
  const match = matchRoutes(routes, url.pathname)?.at(-1)
  const leaf = match?.route
  try {
    const handle = leaf?.handle as Handle | undefined
    await handle?.ahead?.({ params: match?.params ?? {}, url })
    if (leaf?.lazy) Object.assign(leaf, await (leaf.lazy as () => Promise<object>)(), { lazy: undefined })
    return leaf?.id === undefined ? {} : { [leaf.id]: null }
  } catch {
    return null
  }
}

type TextElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isText = (element: Element): element is TextElement =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'submit'].includes(element.type))

/**
 * As if it were typed now. React compares with what it last knew the input to hold, and what was there when it came counts as known:
 * so it is told of the first value, through the element, and not of this one, through the prototype.
 */
function type(element: TextElement, value: string): void {
  if (!(element instanceof HTMLSelectElement)) element.value = element.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

const isFileInput = (element: EventTarget | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'file'

/**
 * Keeps what was typed or chosen, or filled in by the browser, while the page had no code yet, and what is typed while it is being taken
 * over: React takes the page over in slices, and what an input held when its slice came is known to it, but told to nobody.
 * @returns types it again: to be called once the page is taken over
 */
export function keepTyped(root: HTMLElement): () => void {
  const typed = new Map<TextElement, string>()
  const keep = (element: Element) => isText(element) && typed.set(element, element.value)
  for (const element of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    if (element.value !== element.defaultValue) keep(element)
  const chosen = new Set<HTMLInputElement>()
  for (const element of root.querySelectorAll<HTMLInputElement>('input[type=file]'))
    if (element.files?.length) chosen.add(element)
  const heard = ({ target }: Event) => target instanceof Element && keep(target)
  const chose = (event: Event) => {
    if (!isFileInput(event.target) || isTaken(event.target)) return
    // React must not see it: it would take the part over at once and act on it, and again on the repeated one.
    event.stopImmediatePropagation()
    chosen.add(event.target)
  }
  root.addEventListener('input', heard, true)
  root.addEventListener('change', chose, true)
  return () => {
    root.removeEventListener('input', heard, true)
    root.removeEventListener('change', chose, true)
    for (const [element, value] of typed) type(element, value)
    for (const element of chosen) element.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function repeat(element: HTMLElement): void {
  delete element.dataset.early
  if (element instanceof HTMLFormElement) element.requestSubmit()
  else element.click()
}

/** Whether React has taken this element over: it leaves its props with it. */
const isTaken = (element: HTMLElement): boolean => Object.keys(element).some((key) => key.startsWith('__reactProps'))

/** How often it is looked whether a part has been taken over, in ms. */
const LOOK_MS = 50

/** Does, in its order, what was pressed or sent while the page, or a part of it, had no code yet: marked by `public/theme.js`. */
export function replayEarlyEvents(root: HTMLElement): void {
  let isLooking = false
  const look = () => {
    isLooking = false
    const early = [...root.querySelectorAll<HTMLElement>('[data-early]')]
    const [next] = early.filter(isTaken).sort((a, b) => Number(a.dataset.early) - Number(b.dataset.early))
    // A form is sent once what was pressed in it before is done.
    if (next && !next.querySelector('[aria-busy]')) repeat(next)
    if (early[0]) later()
  }
  const later = () => {
    if (isLooking) return
    isLooking = true
    setTimeout(look, LOOK_MS)
  }
  look()
  // Parts that are fetched later are pressed later, too.
  new MutationObserver(later).observe(root, { subtree: true, attributes: true, attributeFilter: ['data-early'] })
}
