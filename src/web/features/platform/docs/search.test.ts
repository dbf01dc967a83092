import { beforeAll, describe, expect, it } from 'vitest'
import { DOC_PAGES } from '#contract/platform/docs-pages.ts'
import { PAGES, pageAt } from '#contract/platform/pages.ts'
import { readAllSections, readBlocks, type Section } from './library.ts'
import type { Block, Inline } from './markdown.ts'
import { highlight, searchSections } from './search.ts'

let sections: Section[]
beforeAll(async () => {
  sections = await readAllSections()
})

const found = (search: string) => searchSections(sections, search).map(({ section }) => section)

describe('the search', () => {
  it.each([
    ['trust_proxy', 'self-hosting'],
    ['backup', 'self-hosting'],
    ['webhook', 'webhooks'],
    ['two-factor', 'accounts'],
    ['curl', 'api'],
    ['Model Context Protocol', 'mcp'],
    ['refund', 'buyers'],
  ])('finds %s', (search, slug) => {
    expect(found(search).map(({ page }) => page.slug)).toContain(slug)
  })
  it('wants every word, and takes the beginning of one', () => {
    expect(found('backup zebra')).toEqual([])
    expect(found('backu').length).toBeGreaterThan(0)
    expect(found('ackup')).toEqual([])
  })
  it.each(['', '   ', '***', '(', '\\', '[-'])('finds nothing for %j and does not break', (search) => {
    expect(found(search)).toEqual([])
  })
  it('puts a heading before a mention', () => {
    expect(found('expressions')[0]?.page.slug).toBe('expressions')
  })
})

it('marks what was found', () => {
  expect(highlight('Send a token, tokens expire', 'token')).toEqual(['Send a ', 'token', ', ', 'tokens', ' expire'])
  expect(highlight('a <b> c', '<b>')).toEqual(['a <', 'b', '> c'])
  expect(highlight('nothing', '')).toEqual(['nothing'])
})

describe('the pages', () => {
  it('are the files of the folder, each with one title and no two headings of one name', async () => {
    const files = Object.keys(import.meta.glob('./pages/*.md')).map((file) => file.replace(/^.*\/|\.md$/g, ''))
    expect(files.sort()).toEqual(DOC_PAGES.map(({ slug }) => slug).sort())
    for (const { slug, title } of DOC_PAGES) {
      const headings = (await readBlocks(slug)).filter((block) => block.type === 'heading')
      expect(headings.filter(({ level }) => level === 1)).toHaveLength(1)
      expect(headings[0]?.content).toEqual([{ type: 'text', text: title }])
      const ids = headings.map(({ id }) => id)
      expect(new Set(ids).size, slug).toBe(ids.length)
    }
  })

  it('link only to pages that are there, and to headings that are there', async () => {
    const links: [from: string, href: string][] = []
    const inline = (slug: string, parts: readonly Inline[]): void => {
      for (const part of parts) {
        if (part.type === 'link') links.push([slug, part.href])
        if ('children' in part) inline(slug, part.children)
      }
    }
    const walk = (slug: string, block: Block): void => {
      if (block.type === 'list')
        for (const { content, inner } of block.items) {
          inline(slug, content)
          if (inner) walk(slug, inner)
        }
      else if (block.type === 'table')
        for (const row of [block.head, ...block.rows]) for (const c of row) inline(slug, c)
      else if (block.type !== 'code') inline(slug, block.content)
    }
    for (const { slug } of DOC_PAGES) for (const block of await readBlocks(slug)) walk(slug, block)
    expect(links.length).toBeGreaterThan(20)
    for (const [slug, href] of links) {
      if (/^https?:|^mailto:/.test(href)) continue
      const url = new URL(href, `http://x/docs/${slug}`)
      const target = /^\/docs\/([\w-]+)$/.exec(url.pathname)?.[1]
      if (url.pathname.startsWith('/docs/'))
        expect(
          DOC_PAGES.map((page) => page.slug),
          `${slug}: ${href}`,
        ).toContain(target)
      else
        expect(pageAt(url.pathname) ?? PAGES.find(({ path }) => path === url.pathname), `${slug}: ${href}`).toBeTruthy()
      if (url.hash && target) {
        const ids = (await readBlocks(target)).flatMap((block) => (block.type === 'heading' ? [block.id] : []))
        expect(ids, `${slug}: ${href}`).toContain(url.hash.slice(1))
      }
    }
  })
})
