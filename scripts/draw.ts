/**
 * Draws the public pages with the renderer in `dist/draw`, into `dist/pages.json`: the server puts the name, the address and the head of
 * the installation around them. A page that asks the API is left to the server, which draws it with its data.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { ERROR_PAGE_TEXTS } from '#contract/platform/messages.ts'
import { addressesToDraw } from '#contract/platform/page-heads.ts'
import { PAGES } from '#contract/platform/pages.ts'
import { root } from './processes.ts'

interface Drawn {
  title: string
  html: string
}
type Draw = (address: string, language: 'en', send: typeof fetch) => Promise<Drawn>
interface Chunk {
  file: string
  imports?: string[]
  isEntry?: boolean
}
type Manifest = Record<string, Chunk>

/** An address that no page has. */
const NOWHERE = '/no-such-page'

function reach(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const next of chunk.imports ?? []) reach(manifest, next, files)
  return files
}

const SHEET = 'src/web/routes.tsx'

/** The path of each page and the module of its screen, as the sheet of routes has them. @throws Error when it has them in another form */
function screensOfPages(): [path: string, screen: string][] {
  const { program, errors } = parseSync(SHEET, readFileSync(join(root, SHEET), 'utf8'))
  if (errors.length > 0) throw new Error(`${SHEET} cannot be parsed`)
  const screens: [string, string][] = []
  new Visitor({
    CallExpression({ callee, arguments: [path, load] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'pageRoute') return
      const screen =
        load?.type === 'ArrowFunctionExpression' && load.body.type === 'ImportExpression' && load.body.source
      if (path?.type !== 'Literal' || !screen || screen.type !== 'Literal')
        throw new Error(`${SHEET} has a page whose path or screen is not a plain text`)
      screens.push([String(path.value), join('/', String(screen.value)).slice(1)])
    },
  }).visit(program)
  return screens
}

/** What every page of signed-in people loads next to its screen. */
const SHELL = ['app/shell/signed-in-layout.tsx', 'api/browser-session.ts']

/**
 * The scripts of each page's screen, and of the signed-in shell, besides those that every page loads; screens by the path of the page.
 * @throws Error when one was not built
 */
function scriptsOfScreens(manifest: Manifest): { scripts: Record<string, string[]>; shellScripts: string[] } {
  const always = new Set<string>()
  for (const key of Object.keys(manifest)) if (manifest[key]?.isEntry) reach(manifest, key, always)
  const scriptsOf = (module: string): string[] => {
    if (!manifest[module]) throw new Error(`${module} was not built`)
    return [...reach(manifest, module)].filter((file) => !always.has(file))
  }
  return {
    scripts: Object.fromEntries(screensOfPages().map(([path, screen]) => [path, scriptsOf(screen)])),
    shellScripts: [...new Set(SHELL.flatMap(scriptsOf))],
  }
}

const HINDI = { texts: 'lib/hindi.json', style: 'lib/hindi.css' }

/** What pages in Hindi load besides, and what they are called. */
function hindiPages(manifest: Manifest) {
  const texts: Record<string, string> = JSON.parse(readFileSync(join(root, 'src/web', HINDI.texts), 'utf8'))
  const fileOf = (module: string): string => {
    const file = manifest[module]?.file
    if (!file) throw new Error(`${module} was not built`)
    return file
  }
  return {
    scripts: [fileOf(HINDI.texts)],
    styles: [fileOf(HINDI.style)],
    titles: Object.fromEntries(
      [...PAGES, { path: '/404', title: ERROR_PAGE_TEXTS.not_found }].map(({ path, title }) => [
        path,
        texts[title] ?? title,
      ]),
    ),
  }
}

const noServer = new TypeError('Pages are drawn without a server')

/** Null when the page asked the API. @throws Error saying which page and why */
async function drawn(draw: Draw, address: string): Promise<Drawn | null> {
  let asked = false
  const send: typeof fetch = async () => {
    asked = true
    throw noServer
  }
  try {
    const { title, html } = await draw(address, 'en', send)
    return asked ? null : { title, html }
  } catch (error) {
    const refused = error === noServer || (error instanceof Error && error.name === 'ApiError')
    if (asked && refused) return null
    throw new Error(
      `The page ${address} could not be drawn without a browser. What only a browser has (window, document, storage) belongs in effects and event handlers.`,
      { cause: error },
    )
  }
}

/** @throws Error when a page cannot be drawn */
export async function drawPages(): Promise<void> {
  const { draw, marks } = (await import(pathToFileURL(join(root, 'dist/draw/draw.js')).href)) as {
    draw: Draw
    marks: Record<string, string>
  }
  const pages: Record<string, Drawn> = {}
  for (const path of addressesToDraw()) {
    const page = await drawn(draw, path)
    if (page) pages[path] = page
  }
  const missing = await drawn(draw, NOWHERE)
  const manifest = JSON.parse(readFileSync(join(root, 'dist/web/.vite/manifest.json'), 'utf8')) as Manifest
  const built = { marks, pages, missing, ...scriptsOfScreens(manifest), languages: { hi: hindiPages(manifest) } }
  writeFileSync(join(root, 'dist/pages.json'), JSON.stringify(built))
}
