import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { focusStep } from './late-focus.ts'

/** What the page has of an element. */
class Element {
  isConnected = true
  isContentEditable = false
  readonly #kinds: string[]
  constructor(...kinds: string[]) {
    this.#kinds = kinds
  }
  matches(selector: string) {
    return selector.split(', ').some((one) => this.#kinds.includes(one))
  }
  closest(selector: string) {
    return this.matches(selector) ? this : null
  }
  focus() {
    page.activeElement = this
  }
}
const page: { activeElement: Element } = { activeElement: new Element() }
let frames: (() => void)[] = []
const nextFrame = () => {
  const due = frames
  frames = []
  for (const one of due) one()
}
const row = () => new Element('[data-row]')
const ask = (find: () => Element | null) => focusStep({ find: find as never })

beforeEach(() => {
  frames = []
  page.activeElement = new Element()
  vi.stubGlobal('document', page)
  vi.stubGlobal('HTMLElement', Element)
  vi.stubGlobal('requestAnimationFrame', (one: () => void) => frames.push(one))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('gives a step that is drawn the focus before the next key comes', () => {
  const [first, second] = [row(), row()]
  ask(() => first)
  expect(page.activeElement).toBe(first)
  ask(() => second)
  // Going elsewhere right after it is not undone a frame later.
  const other = row()
  other.focus()
  nextFrame()
  expect(page.activeElement).toBe(other)
})

it.each([
  ['another step', row()],
  ['a field', new Element('input')],
])('leaves the focus to a user who went to %s before the step was drawn', (_name, other) => {
  let drawn: Element | null = null
  ask(() => drawn)
  other.focus()
  drawn = row()
  nextFrame()
  expect(page.activeElement).toBe(other)
})

it('takes the newest of several that are not drawn yet, and waits for a menu to give the focus back', () => {
  const [first, second] = [row(), row()]
  let isDrawn = false
  ask(() => (isDrawn ? first : null))
  new Element('[role="menu"]').focus()
  ask(() => (isDrawn ? second : null))
  isDrawn = true
  expect(page.activeElement).not.toBe(second)
  page.activeElement = new Element()
  nextFrame()
  expect(page.activeElement).toBe(second)
})
