/** The built page (`index.html`), and what is put into it: head, style, early script, and what was drawn. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '#contract/core/access.ts'
import { LANGUAGE_CODES } from '#contract/core/languages.ts'
import { type Brand, logoPaths } from '#contract/platform/brand.ts'
import type { Page } from '#contract/platform/pages.ts'
import { accentStyle } from '#server/platform/settings/accent.ts'
import { type Language, localeOf } from '#shared/language.ts'
import type { BuiltPages, DrawnPage } from './drawn.ts'
import { escapeHtml, scriptJson } from './escape.ts'
import { type Installation, renderHead } from './head.ts'

export interface Parts {
  page: Page | null
  /** Path and query that the page stands for. */
  address: string
  /** Of its reader. */
  language: Language
  drawn: DrawnPage | null
  status: number
  /** Whether the browser may hydrate it; otherwise it renders it again. */
  take: boolean
  /** The person whose shell is drawn; absent for a page that is drawn for visitors. */
  role?: Role
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

/** What the first paint of a page is written in. */
const FONTS: Readonly<Record<Language, RegExp>> = {
  en: /\/assets\/instrument-sans-latin-wght-normal-[\w-]+\.woff2/,
  hi: /\/assets\/noto-sans-devanagari-devanagari-wght-normal-[\w-]+\.woff2/,
}

/** A style sheet as a part of the page, with its font under way. */
function styleIn(root: string, file: string, font: RegExp): string {
  const built = readFileSync(join(root, file), 'utf8').trim()
  // Letters of Hindi are of another width in other fonts: a font that comes after the first paint would move the page. Browsers wait a
  // moment for one that is preloaded, and otherwise take it from the next page on.
  const style = font === FONTS.hi ? built.replaceAll('font-display:swap', 'font-display:optional') : built
  const address = font.exec(style)?.[0]
  const preload = address ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${address}">` : ''
  // Screens loaded later look for this link and would add it, which styles and lays out the whole page once more. Browsers fetch no style
  // sheet of this type.
  return `${preload}<style>${style}</style><link rel="stylesheet" type="text/plain" href="/${file}">`
}

/** The built page with its style sheet and its early script in it: a first paint waits for nothing else. */
function inlined(root: string): string {
  const script = earlyScript(root)
  return readFileSync(join(root, 'index.html'), 'utf8')
    .replace(/<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+\.css)">/g, (_, file: string) =>
      styleIn(root, file, FONTS.en),
    )
    .replace('<script src="/theme.js"></script>', (tag) => (script === null ? tag : `<script>${script}</script>`))
}

/** What a page shows before any script runs, it shows first: scripts come after text and font. */
const patient = (html: string): string =>
  html
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

const CODE = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g

/**
 * Puts the code of a page where no browser fetches it yet: `public/theme.js`, which comes right behind, takes it out after the first paint.
 * Text and font have the line to themselves until then.
 */
const withCodeAside = (html: string): string => {
  const code = [...html.matchAll(CODE)].map(([tag]) => tag.trim()).join('')
  return html.replace(CODE, '').replace(/<script|<\/head>/, (next) => `<template id="code">${code}</template>${next}`)
}

/** More than this weighs more than a second request for it. */
const MOST_DATA = 100_000

/** The data a page was drawn with, and for which address a browser may take it over. */
function dataOf({ data }: DrawnPage, address: string | null): string {
  const json = scriptJson({ address, data })
  return json.length <= MOST_DATA ? json : scriptJson({ address: null, data: [] })
}

/** The name, logo and colours of the installation, where a first paint finds them without a request. */
function branded(html: string, { name, accent, logo }: Brand): string {
  const named = html.replace(
    /(<meta name="brand" content=")[^"]*"/,
    (_, start: string) => `${start}${escapeHtml(name)}"`,
  )
  const style = `${accent ? accentStyle(accent) : ''}${logo?.with_name === false ? NAME_HIDDEN : ''}`
  const head = [
    ...(logo
      ? [
          `<meta name="brand-logo" content="${escapeHtml(JSON.stringify({ ...logoPaths(logo), width: logo.width, height: logo.height }))}">`,
        ]
      : []),
    ...(style === '' ? [] : [`<style>${style}</style>`]),
  ]
  const icon = logo && logoPaths(logo).icon
  const pictured = icon
    ? named
        .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${icon}" type="image/png">`)
        .replace(/<link rel="apple-touch-icon"[^>]*>/, () => `<link rel="apple-touch-icon" href="${icon}">`)
    : named
  return head.length === 0 ? pictured : pictured.replace('</head>', () => `${head.join('')}</head>`)
}

/** A logo that has the name in it: screen readers still read the name. */
const NAME_HIDDEN =
  '.brand-name{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}'

/** `public/theme.js` and the session read it before anything else of the page is known. */
const withRole = (html: string, role: Role | undefined): string =>
  role === undefined ? html : html.replace('<html', () => `<html data-role="${role}"`)

const preloadOf = (file: string): string => `<link rel="modulepreload" crossorigin href="/${file}">`

/** @param built the scripts of each screen, by the page's path, and of the signed-in shell */
export function createTemplate(
  root: string,
  installation: Installation,
  { scripts, shellScripts, languages }: Pick<BuiltPages, 'scripts' | 'shellScripts' | 'languages'>,
) {
  const base = inlined(root).replace(/\s*<meta name="description"[^>]*>/, () => '')
  const firebase = installation.firebase
    ? `<meta name="firebase" content="${escapeHtml(JSON.stringify(installation.firebase))}">`
    : ''
  const eager = base
  const late = patient(base)
  const aside = withCodeAside(late)
  const preloads = (page: Page | null, language: Language, role: Role | undefined) =>
    [
      ...new Set([
        ...(languages[language]?.scripts ?? []),
        ...(role ? shellScripts : []),
        ...(scripts[page?.path ?? ''] ?? []),
      ]),
    ]
      .map(preloadOf)
      .join('')
  const styles = (language: Language): string =>
    (languages[language]?.styles ?? []).map((file) => styleIn(root, file, FONTS[language])).join('')
  const ofLanguage = new Map(LANGUAGE_CODES.map((code) => [code, styles(code)]))
  return ({ page, address, language, drawn, status, take, role }: Parts, title: string): string => {
    // Nobody but its reader sees the page of a person: there is nothing to say of it to others.
    const head = role
      ? `<title>${escapeHtml(title)}</title><meta name="robots" content="noindex">`
      : renderHead({ page, address, title, status, data: drawn?.data ?? [] }, installation)
    const company = `<meta name="company" content="${escapeHtml(JSON.stringify(installation.company()))}">`
    const origin = `<meta name="origin" content="${escapeHtml(installation.origin)}">${company}${firebase}`
    const data =
      drawn && !role && `<script type="application/json" id="drawn">${dataOf(drawn, take ? address : null)}</script>`
    const brand = installation.brand()
    const links = preloads(page, language, role)
    // The page of a person is not there before its code.
    const [html, end] = drawn && !role ? [aside, '</template>'] : [drawn ? late : eager, '</head>']
    return withRole(branded(html, brand), role)
      .replace(/(<html[^>]*) lang="[^"]*"/, (_, start: string) => `${start} lang="${localeOf(language)}"`)
      .replace(/<title>[^<]*<\/title>/, () => head + origin)
      .replace(end, () => `${drawn ? patient(links) : links}${end}`)
      .replace('</head>', () => `${ofLanguage.get(language)}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${drawn?.html ?? ''}</div>${data || ''}`)
  }
}
