/**
 * Hydration of a page that the server has rendered. Its data is included as JSON, with the address it was rendered for.
 * A signed-in user sees none of it: `public/theme.js` has marked the page before its first paint.
 */
import { matchRoutes, type RouteObject } from 'react-router'
import { queryClient } from '#web/api/query-client.ts'
import { isPassed } from './app/guards/taken.ts'
import type { Handle } from './app/shell/page-route.ts'

interface Drawn {
  /** Null when it stands for more addresses than one. */
  address: string | null
  data: [key: unknown[], value: unknown][]
}

/** Whether the server sent the shell of a signed-in person, and for this reader. */
export const isShellDrawn = ({ dataset }: HTMLElement): boolean => 'role' in dataset && dataset.draw !== 'anew'

/** Null when nothing was drawn, or not for this reader. */
export function takeDrawn(page: HTMLElement): Drawn | null {
  const json = document.getElementById('drawn')?.textContent
  if (!json || page.dataset.draw === 'anew') return null
  const drawn = JSON.parse(json) as Drawn
  for (const [key, value] of drawn.data) queryClient.setQueryData(key, value)
  return drawn
}

/**
 * Loads the code of the current page and the data of its loader that was not included, such as a text of the
 * documentation, so that its
 * first render here matches the prerendered one. If a page suspends during hydration, React renders it again as soon as
 * anything above it changes, and input made until then is lost.
 * @returns what the router needs to know of its loaders, which need not run; null when the page must be rendered again
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

/** Gives the browser a turn between two pieces of work: on a phone each takes as long as a press may wait. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Runs the scripts of the screen one by one, the ones that others need first. What fails fails again where it is needed, and is told there. */
export async function runScripts(): Promise<void> {
  for (const { href } of [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].reverse()) {
    await import(/* @vite-ignore */ href).catch(() => {})
    await breathe()
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
    if (!isFileInput(event.target)) return
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

/** What `public/theme.js` keeps before the page lives. */
const PRESSABLE = 'button:not([type=submit]), input[type=radio], input[type=checkbox]'

const mark = (element: HTMLElement): void => {
  element.dataset.early = String(performance.now())
}

/**
 * Marks what is pressed or sent in a rendered part that has no code yet: React passes no event to it. To be called right after
 * `hydrateRoot`: React, which listens to the same element, has seen an event first, and what it renders itself is not there yet.
 */
export function keepEarlyEvents(root: HTMLElement): void {
  const rendered = new WeakSet<Element>(root.querySelectorAll(`${PRESSABLE}, form`))
  const isEarly = (element: Element, event: Event) => rendered.has(element) && !isPassed(event)
  const keep = (selector: string) => (event: Event) => {
    const element = event.target instanceof Element && event.target.closest<HTMLElement>(selector)
    if (!element || !isEarly(element, event)) return
    mark(element)
    event.preventDefault()
    event.stopPropagation()
  }
  root.addEventListener('click', keep(PRESSABLE), true)
  root.addEventListener('submit', keep('form'), true)
  // Enter sends a form whose button is still disabled.
  const keepEnter = (event: KeyboardEvent) => {
    const form = event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.form
    if (form && isEarly(form, event)) mark(form)
  }
  root.addEventListener('keydown', keepEnter, true)
}

/** @returns whether React has passed it on; otherwise it is marked as before */
function repeat(element: HTMLElement): boolean {
  const { early } = element.dataset
  delete element.dataset.early
  if (element instanceof HTMLFormElement) element.requestSubmit()
  else element.click()
  if (!('early' in element.dataset)) return true
  element.dataset.early = early
  return false
}

/** How often a press is tried again in a part that has no code yet, in ms. */
const LOOK_MS = 50

/** Does, in its order, what was pressed or sent while the page, or a part of it, had no code yet. */
export function replayEarlyEvents(root: HTMLElement): void {
  let isLooking = false
  const look = () => {
    isLooking = false
    const early = [...root.querySelectorAll<HTMLElement>('[data-early]')]
    if (early.length === 0) return
    for (const next of early.sort((a, b) => Number(a.dataset.early) - Number(b.dataset.early))) {
      // A form is sent once what was pressed in it before is done.
      if (next.querySelector('[aria-busy]') || repeat(next)) break
    }
    later()
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
