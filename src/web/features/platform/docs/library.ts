/** The pages of the documentation: their text on demand, their neighbours, and the search index. */
import { DOC_PAGES, type DocPage } from '#contract/platform/docs-pages.ts'
import { type Block, blockText, parseMarkdown, toPlainText } from './markdown.ts'

const SOURCES = import.meta.glob<string>('./pages/*.md', { query: '?raw', import: 'default' })

export const findNeighbours = (slug: string): { before: DocPage | null; after: DocPage | null } => {
  const at = DOC_PAGES.findIndex((page) => page.slug === slug)
  return { before: DOC_PAGES[at - 1] ?? null, after: DOC_PAGES[at + 1] ?? null }
}

const parsed = new Map<string, Promise<Block[]>>()

/** The blocks of a page; read and parsed once. */
export function readBlocks(slug: string): Promise<Block[]> {
  const source = SOURCES[`./pages/${slug}.md`]
  if (!source) return Promise.reject(new Error(`There is no page ${slug}`))
  const blocks = parsed.get(slug) ?? source().then(parseMarkdown)
  parsed.set(slug, blocks)
  return blocks
}

/** A heading and its text, as a search entry. */
export interface Section {
  page: DocPage
  id: string
  heading: string
  text: string
}

export function splitSections(page: DocPage, blocks: readonly Block[]): Section[] {
  const sections: Section[] = []
  for (const block of blocks) {
    if (block.type === 'heading') {
      const top = block.level === 1
      sections.push({ page, id: top ? '' : block.id, heading: toPlainText(block.content), text: '' })
    } else {
      const last = sections.at(-1)
      if (last) last.text += `${last.text && ' '}${blockText(block)}`
    }
  }
  return sections
}

let everything: Promise<Section[]> | null = null

/** Every section of every page; fetched on the first search. */
export function readAllSections(): Promise<Section[]> {
  everything ??= Promise.all(DOC_PAGES.map(async (page) => splitSections(page, await readBlocks(page.slug)))).then(
    (all) => all.flat(),
  )
  // A page that could not be had is asked for again.
  everything.catch(() => {
    everything = null
  })
  return everything
}
