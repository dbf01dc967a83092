/** English that a reader of Hindi meets on a page of the product: what is neither data, nor code, nor a word that is said in English. */
import { readFileSync } from 'node:fs'
import type { Page, Response } from '@playwright/test'
import { companyOf } from '#contract/platform/company.ts'

const textsIn = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../src/web/${file}`, import.meta.url), 'utf8'))

const SHARED = textsIn('lib/hindi.json')
const HINDI = { ...SHARED, ...textsIn('canvas/services/language/hindi.json') }

/** Names, and terms of the specification and of the trade, as they are written in Hindi texts too. */
const SAID_IN_ENGLISH = new Set(
  [
    ...Object.values(HINDI),
    'Chowk Labs',
    'cURL',
    'Del',
    'Python',
    'IST',
    'Unix',
    'UTC',
    'Hinglish',
    'English',
    'React Flow attribution',
    'GET POST PUT PATCH DELETE HEAD',
  ].flatMap((text) => text.match(/[A-Za-z][A-Za-z0-9-]*/g) ?? []),
)

/** What is written in no language, or in that of its writer. */
const APART =
  'code, pre, kbd, bdi, time, [lang="en-IN"], [role="code"], svg text, option[lang], script, style, noscript, title'

/** Text of a page that is in sight or read out, and names that are only read out. */
const TEXTS = `(() => {
  const found = new Set()
  const apart = (element) => element.closest(${JSON.stringify(APART)}) !== null
  const shown = (element) => element.checkVisibility({ visibilityProperty: true })
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!apart(node.parentElement) && shown(node.parentElement)) found.add(node.data)
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.body.querySelectorAll('[' + name + ']'))
      if (!apart(element) && shown(element)) found.add(element.getAttribute(name))
  found.add(document.title)
  return [...found].map((text) => text.trim().replace(/\\s+/g, ' ')).filter(Boolean)
})()`

function stringsIn(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value.trim().replace(/\s+/g, ' '))
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) stringsIn(part, into)
}

export interface Heard {
  data: Set<string>
  /** Answers that are still being read. */
  pending: Set<Promise<void>>
}

/** Hears what the product answers a page with: what is shown of it is nobody's to translate. */
export function hearData(page: Page): Heard {
  const heard: Heard = { data: new Set<string>(), pending: new Set() }
  stringsIn([companyOf({}), 'Chowk'], heard.data)
  page.on('response', (response: Response) => {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return
    const read = response
      .json()
      .catch(() => null)
      .then((body: unknown) => {
        stringsIn(body, heard.data)
        heard.pending.delete(read)
      })
    heard.pending.add(read)
  })
  return heard
}

const WORD = /[A-Za-z][A-Za-z’']{2,}/g

/** Whether it is a piece of data, or is put together from such. */
function isData(text: string, data: ReadonlySet<string>): boolean {
  if (data.has(text)) return true
  // What only the designer says may be in results of agents elsewhere.
  if (text in SHARED) return false
  const all = [...data].map((one) => one.toLowerCase())
  const pieces = text
    .split(/\s*(?:[·:,()“”…/|•→\p{Script=Devanagari}]|\.\s|\d+\.)+\s*/u)
    .filter((piece) => piece !== '')
  return pieces.every((piece) => !/[A-Za-z]{3}/.test(piece) || all.some((one) => one.includes(piece.toLowerCase())))
}

/** The texts of the page that are in English, though they are the product's. */
export async function findEnglish(page: Page, { data, pending }: Heard): Promise<string[]> {
  stringsIn(await page.evaluate("JSON.parse(document.querySelector('#drawn')?.textContent ?? 'null')"), data)
  const texts = (await page.evaluate(TEXTS)) as string[]
  await Promise.all(pending)
  return texts.filter((text) => {
    const words = text.replace(/\S+@\S+|\S+\.\S{2,}|\S*[\d_/\\]\S*/g, ' ').match(WORD) ?? []
    return words.some((word) => !SAID_IN_ENGLISH.has(word)) && !isData(text, data)
  })
}
