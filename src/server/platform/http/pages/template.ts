/** The built page (`index.html`), and what is put into it: head, style, early script, and what was drawn. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '#contract/platform/pages.ts'
import type { DrawnPage } from './drawn.ts'
import { escapeHtml, scriptJson } from './escape.ts'
import { type Installation, renderHead } from './head.ts'

export interface Parts {
  page: Page | null
  /** Path and query that the page stands for. */
  address: string
  drawn: DrawnPage | null
  status: number
  /** Whether the browser may hydrate it; otherwise it renders it again. */
  take: boolean
}

/** The script that runs before the first paint. */
function earlyScript(root: string): string | null {
  const file = join(root, 'theme.js')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** What the content security policy must let run, as it names scripts: by their hash. */
export function inlineScripts(root: string): string[] {
  const script = earlyScript(root)
  return script === null ? [] : [`'sha256-${createHash('sha256').update(script).digest('base64')}'`]
}

const FONT = /\/assets\/instrument-sans-latin-wght-normal-[\w-]+\.woff2/

/** The built page with its style sheet and its early script in it: a first paint waits for nothing else. */
function inlined(root: string): string {
  const script = earlyScript(root)
  return readFileSync(join(root, 'index.html'), 'utf8')
    .replace(/<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+\.css)">/g, (_, file: string) => {
      const style = readFileSync(join(root, file), 'utf8').trim()
      const font = FONT.exec(style)?.[0]
      const preload = font ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">` : ''
      return `${preload}<style>${style}</style>`
    })
    .replace('<script src="/theme.js"></script>', (tag) => (script === null ? tag : `<script>${script}</script>`))
}

/** What a page shows before any script runs, it shows first: scripts come after text and font. */
const patient = (html: string): string =>
  html
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

/** More than this weighs more than a second request for it. */
const MOST_DATA = 100_000

/** The data a page was drawn with, and for which address a browser may take it over. */
function dataOf({ data }: DrawnPage, address: string | null): string {
  const json = scriptJson({ address, data })
  return json.length <= MOST_DATA ? json : scriptJson({ address: null, data: [] })
}

/** @param scripts of each screen, by the page's path */
export function createTemplate(root: string, installation: Installation, scripts: Record<string, string[]>) {
  const brand = escapeHtml(installation.brand)
  const base = inlined(root)
    .replace(/(<meta name="brand" content=")[^"]*"/, (_, start: string) => `${start}${brand}"`)
    .replace(/\s*<meta name="description"[^>]*>/, () => '')
  const firebase = installation.firebase
    ? `<meta name="firebase" content="${escapeHtml(JSON.stringify(installation.firebase))}">`
    : ''
  const eager = base
  const late = patient(base)
  const preloads = (page: Page | null) =>
    (scripts[page?.path ?? ''] ?? []).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
  return ({ page, address, drawn, status, take }: Parts, title: string): string => {
    const head = renderHead({ page, address, title, status, data: drawn?.data ?? [] }, installation)
    const company = `<meta name="company" content="${escapeHtml(JSON.stringify(installation.company()))}">`
    const origin = `<meta name="origin" content="${escapeHtml(installation.origin)}">${company}${firebase}`
    const data = drawn && `<script type="application/json" id="drawn">${dataOf(drawn, take ? address : null)}</script>`
    return (drawn ? late : eager)
      .replace(/<title>[^<]*<\/title>/, () => head + origin)
      .replace('</head>', () => `${drawn ? patient(preloads(page)) : preloads(page)}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${drawn?.html ?? ''}</div>${data ?? ''}`)
  }
}
