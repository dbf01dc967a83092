/** Pages of Notion as a source: pages below pages, databases, blocks as Markdown, and pages in the bin. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NotionBlock, NotionPage } from '#peers/folders/notion.ts'
import type { Person } from '#test/support/app.ts'
import { type SourceStage, setSourceStage } from '#test/support/source-stage.ts'
import { blocksToMarkdown, pageToMarkdown } from './kinds/notion-markdown.ts'

const ALL = '/api/v1/knowledge'
let stage: SourceStage
let owner: Person
let credential: string

beforeAll(async () => {
  stage = await setSourceStage()
  ;({ owner } = stage)
  credential = await stage.account(owner, 'notion')
})
beforeEach(() => stage.clear())
afterAll(() => stage.end())

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
let blocks = 1000
const rich = (text: string, href: string | null = null) => ({ rich_text: [{ plain_text: text, href }] })
const block = (type: string, content: Record<string, unknown>, children: NotionBlock[] = []): NotionBlock => ({
  ...{ id: idOf(blocks++), type, content, children },
})
const below = (number: number, title: string): NotionBlock => ({
  ...{ id: idOf(number), type: 'child_page', content: { title } },
})
const page = (number: number, title: string, more: Partial<NotionPage> = {}) =>
  stage.folders.notion.pages.set(idOf(number), { id: idOf(number), title, blocks: [], ...more })
const names = async (base: string) => (await stage.documents(base)).map(({ name }) => name).sort()
async function synced(place: string) {
  const base = await stage.base()
  const { source } = await stage.add(base, { kind: 'notion', credential, place })
  await stage.sync()
  return { base, id: source.id }
}

describe('pages of Notion', () => {
  it('reads a page with the pages below it, also those in columns, and the items of databases', async () => {
    page(1, 'Handbook', {
      blocks: [
        block('heading_1', rich('Leave')),
        block('paragraph', rich('Annual leave is 24 days.')),
        block('column_list', {}, [block('column', {}, [below(2, 'Offices')])]),
        { id: idOf(3), type: 'child_database', content: { title: 'People' } },
      ],
    })
    page(2, 'Offices', { blocks: [block('paragraph', rich('The office closes at six.')), below(1, 'Handbook')] })
    stage.folders.notion.databases.set(idOf(3), { title: 'People', pages: [idOf(4)] })
    page(4, 'Asha', { properties: { Team: { type: 'select', select: { name: 'Finance' } } } })
    const { base, id } = await synced(`https://www.notion.so/acme/Handbook-${idOf(1).replaceAll('-', '')}?pvs=4`)
    expect(await stage.outcomes(base, id)).toEqual({ 'Handbook.md': 'read', 'Offices.md': 'read', 'Asha.md': 'read' })
    const asha = (await stage.documents(base)).find(({ name }) => name === 'Asha.md')
    expect(asha?.url).toBe(`https://www.notion.so/${idOf(4).replaceAll('-', '')}`)

    page(4, 'Asha', { in_trash: true })
    page(2, 'Offices', {
      blocks: [block('paragraph', rich('The office closes at seven.'))],
      last_edited_time: '2026-02-01T10:00:00.000Z',
    })
    stage.folders.asked.length = 0
    await stage.again(base, id)
    await stage.sync()
    expect(await names(base)).toEqual(['Handbook.md', 'Offices.md'])
    expect((await stage.documents(base)).find(({ name }) => name === 'Offices.md')?.version).toBe(2)
  })

  it('begins with a database, by its ID alone', async () => {
    stage.folders.notion.databases.set(idOf(3), { title: 'People', pages: [idOf(4), idOf(5)] })
    page(4, 'Asha')
    page(5, 'Ravi')
    const { base } = await synced(idOf(3))
    expect(await names(base)).toEqual(['Asha.md', 'Ravi.md'])
  })

  it('reads a page that was edited just now once more, as its time is of a whole minute', async () => {
    const now = new Date().toISOString()
    page(1, 'Fresh', { blocks: [block('paragraph', rich('First'))], last_edited_time: now })
    const { base, id } = await synced(`page:${idOf(1).replaceAll('-', '')}`)
    page(1, 'Fresh', { blocks: [block('paragraph', rich('Second'))], last_edited_time: now })
    await stage.test.database.pool.query(`update knowledge_source_items set read_version = read_version || ' before'`)
    await stage.again(base, id)
    await stage.sync()
    expect((await stage.documents(base))[0]?.version).toBe(2)
  })

  it('asks for a page, and says which ones there are', async () => {
    page(1, 'Handbook')
    const base = await stage.base()
    expect(await stage.add(base, { kind: 'notion', credential })).toMatchObject({ status: 400, field: 'place' })
    const { body } = await stage.test.call('POST', `${ALL}/${base}/sources/places`, {
      as: owner,
      body: { kind: 'notion', credential },
    })
    const plain = idOf(1).replaceAll('-', '')
    expect(body.data.places).toEqual([{ place: `page:${plain}`, name: 'Handbook', opens: false }])
  })
})

describe('blocks as Markdown', () => {
  it('keeps headings, lists, tables, code and quotes, and takes no text for a heading', () => {
    const item = (text: string, children: NotionBlock[] = []) => block('bulleted_list_item', rich(text), children)
    const row = (...cells: string[]) => block('table_row', { cells: cells.map((cell) => rich(cell).rich_text) })
    const asBlock = (one: NotionBlock): Parameters<typeof blocksToMarkdown>[0][number] => ({
      ...{ type: one.type, content: one.content, children: (one.children ?? []).map(asBlock) },
    })
    const all = [
      block('heading_1', rich('One')),
      block('heading_3', rich('Three')),
      block('paragraph', rich('# no heading')),
      item('a', [item('b')]),
      item('c'),
      block('to_do', { ...rich('done'), checked: true }),
      block('code', { ...rich('x = 1'), language: 'python' }),
      block('quote', rich('said')),
      block('table', {}, [row('Name', 'Days'), row('Leave', '24 | 30')]),
      block('paragraph', rich('the site', 'https://example.com/')),
      block('unsupported', {}),
    ]
    expect(blocksToMarkdown(all.map(asBlock))).toBe(
      [
        '## One',
        '#### Three',
        '\\# no heading',
        '- a\n  - b\n- c',
        '- [x] done',
        '```python\nx = 1\n```',
        '> said',
        '| Name | Days |\n| --- | --- |\n| Leave | 24 \\| 30 |',
        '[the site](https://example.com/)',
      ].join('\n\n'),
    )
    const properties = {
      Name: { type: 'title', title: [{ plain_text: 'Asha' }] },
      Team: { type: 'multi_select', multi_select: [{ name: 'A' }, { name: 'B' }] },
      Since: { type: 'date', date: { start: '2026-01-01', end: null } },
      Sum: { type: 'formula', formula: { type: 'number', number: 42 } },
      Empty: { type: 'rich_text', rich_text: [] },
    }
    expect(pageToMarkdown({ properties }, [])).toBe('# Asha\n\n- Team: A, B\n- Since: 2026-01-01\n- Sum: 42\n')
  })
})
