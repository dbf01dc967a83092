/** Whether lists and tables leave room for their text: nothing squeezed into a sliver, nothing cut that cannot be read elsewhere. */
import type { Page } from '@playwright/test'

/** Windows between a phone and a desk. */
export const WIDTHS = [
  { width: 1024, height: 860 },
  { width: 390, height: 844 },
] as const

/** Less than this, in px, and a text of more than two lines or with its end cut off is squeezed. */
const LEAST_PX = 120

/** As text: this project's types know no browser. */
const FIND = `(() => {
  const main = document.querySelector('main') ?? document.body
  const said = new Set()
  const words = (element) => element.textContent.trim().replace(/\\s+/g, ' ').slice(0, 50)
  const isShown = (element) => element.checkVisibility() && !element.closest('.sr-only, [aria-hidden="true"], .react-flow')
  const linesOf = (node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top / 4))).size
  }
  for (const cell of main.querySelectorAll('td, th')) {
    const { width } = cell.getBoundingClientRect()
    if (width >= ${LEAST_PX} || !isShown(cell)) continue
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (node.textContent.trim() && isShown(node.parentElement) && linesOf(node) > 2)
        said.add('squeezed into ' + Math.round(width) + ' px: ' + words(node.parentElement))
  }
  for (const element of main.querySelectorAll('*')) {
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (textOverflow !== 'ellipsis' || overflowX === 'visible' || element.scrollWidth <= element.clientWidth + 1 || !isShown(element)) continue
    if (element.matches('input, select, textarea')) continue
    const { width } = element.getBoundingClientRect()
    if (width < ${LEAST_PX} && element.closest('td, th')) said.add('cut at ' + Math.round(width) + ' px: ' + words(element))
    if (!element.closest('[title], a, button, summary, [tabindex]:not(section)'))
      said.add('cut without a way to read it: ' + words(element))
  }
  return [...said]
})()`

/** What is squeezed or cut on the page as it is now. */
export const findSqueezed = (page: Page): Promise<string[]> => page.evaluate(FIND)
