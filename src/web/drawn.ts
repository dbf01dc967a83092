/**
 * Taking over a page that the server has drawn. Its data stands beside it as JSON, with the address it was drawn for. Whoever was
 * signed in here or reads another language sees none of it: `public/theme.js` has marked the page before its first paint.
 */
import { matchRoutes, type RouteObject } from 'react-router'
import { queryClient } from '#web/api/query-client.ts'
import type { Handle } from '#web/layouts/page-route.ts'

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
 * Gets the code of the page at hand, so that its first drawing here is the one that was drawn.
 * @returns what the router needs to know of its loaders, which need not run; null when the page must be drawn anew
 */
export async function ready(routes: RouteObject[], address: string): Promise<Record<string, null> | null> {
  const matches = matchRoutes(routes, address) ?? []
  const leaf = matches.at(-1)?.route
  try {
    const handle = leaf?.handle as Handle | undefined
    await handle?.code?.()
    if (leaf?.lazy) Object.assign(leaf, await (leaf.lazy as () => Promise<object>)(), { lazy: undefined })
    return leaf?.id === undefined ? {} : { [leaf.id]: null }
  } catch {
    return null
  }
}

interface Tracked {
  /** React's own record of what it last knew an input to hold. */
  _valueTracker?: { setValue: (value: string) => void }
}

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'submit'].includes(element.type))

/** What was typed, or filled in by the browser, while the page had no code yet is told to the page as input. */
export function tellTyped(root: HTMLElement): void {
  for (const element of root.querySelectorAll('input, textarea')) {
    if (!isText(element) || element.value === element.defaultValue) continue
    const tracked = element as typeof element & Tracked
    tracked._valueTracker?.setValue(element.defaultValue)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
