/** Pages of Notion as Markdown: blocks keep their order and headings, properties of a database become lines. */
import { isObject, objectIn, objectsIn, textIn } from './source-kind.ts'

/** A block with what is in it. */
export interface Block {
  type: string
  /** What the block says by its type. */
  content: Record<string, unknown>
  children: Block[]
}

/** Runs of rich text: https://developers.notion.com/reference/rich-text */
function plain(runs: unknown): string {
  return objectsIn(runs)
    .map(({ plain_text, href }) => {
      const text = textIn(plain_text)
      const to = textIn(href)
      return /^https?:/.test(to) && to !== text && text.trim() !== '' ? `[${text}](${to})` : text
    })
    .join('')
}

/** What begins like a heading or a quote in Markdown was none in Notion. */
const escaped = (text: string): string => text.replace(/^(\s*)([#>|])/gm, '$1\\$2')

const indented = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n')

const inItem = (mark: string, text: string, below: string): string => {
  const item = `${mark} ${text.replaceAll('\n', `\n${' '.repeat(mark.length + 1)}`)}`
  return below === '' ? item : `${item}\n${indented(below, ' '.repeat(mark.length + 1))}`
}

function tableOf({ children }: Block): string {
  const rows = children.map(({ content }) =>
    (Array.isArray(content.cells) ? content.cells : []).map((cell) =>
      plain(cell).replace(/\|/g, '\\|').replace(/\s+/g, ' '),
    ),
  )
  const [head, ...rest] = rows
  if (!head) return ''
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n')
}

type Shape = (block: Block, text: string, below: string) => string
const below: Shape = (_, text, inside) => [escaped(text), inside].filter((part) => part !== '').join('\n\n')
const named: Shape = ({ content }) => textIn(content.title)

/** How each type of block is written; others as their text, followed by what is in them. */
const SHAPES: Readonly<Record<string, Shape>> = {
  // The title of the page has the first level.
  heading_1: (_, text, inside) => below(_, '', [`## ${text}`, inside].filter(Boolean).join('\n\n')),
  heading_2: (_, text, inside) => below(_, '', [`### ${text}`, inside].filter(Boolean).join('\n\n')),
  heading_3: (_, text, inside) => below(_, '', [`#### ${text}`, inside].filter(Boolean).join('\n\n')),
  bulleted_list_item: (_, text, inside) => inItem('-', text, inside),
  numbered_list_item: (_, text, inside) => inItem('1.', text, inside),
  to_do: ({ content }, text, inside) => inItem(content.checked === true ? '- [x]' : '- [ ]', text, inside),
  quote: (_, text, inside) => indented([text, inside].filter(Boolean).join('\n'), '> '),
  code: ({ content }, text) => `\`\`\`${textIn(content.language).replace(/[^\w+#-]/g, '')}\n${text}\n\`\`\``,
  equation: ({ content }) => textIn(content.expression),
  divider: () => '---',
  table: (block) => tableOf(block),
  child_page: named,
  child_database: named,
  bookmark: ({ content }, text) => [text, textIn(content.url)].filter(Boolean).join(' '),
}

const IN_LISTS: ReadonlySet<string> = new Set(['bulleted_list_item', 'numbered_list_item', 'to_do'])

function written(block: Block): string {
  const { type, content, children } = block
  const text = plain(content.rich_text ?? content.caption)
  return (SHAPES[type] ?? below)(block, text, type === 'table' ? '' : blocksToMarkdown(children))
}

/** Items of a list are one line apart, everything else has an empty line between. */
export function blocksToMarkdown(blocks: readonly Block[]): string {
  let text = ''
  let before = ''
  for (const block of blocks) {
    const one = written(block)
    if (one.trim() === '') continue
    const isTogether = IN_LISTS.has(block.type) && before === block.type
    text += text === '' ? one : `${isTogether ? '\n' : '\n\n'}${one}`
    before = block.type
  }
  return text
}

/** What a property says: https://developers.notion.com/reference/page-property-values */
function textOfProperty(property: Record<string, unknown>): string {
  const value = property[textIn(property.type)]
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) {
    const text = plain(value)
    return text !== ''
      ? text
      : objectsIn(value)
          .map((one) => textIn(one.name))
          .filter(Boolean)
          .join(', ')
  }
  if (!isObject(value)) return ''
  // A formula and a rollup have a type of their own.
  if (typeof value.type === 'string') return textOfProperty(value)
  const [start, end] = [textIn(value.start), textIn(value.end)]
  return start === '' ? textIn(value.name) : [start, end].filter(Boolean).join(' – ')
}

/** Of a page or a database. */
export function titleOf(about: Record<string, unknown>): string {
  const property = Object.values(objectIn(about.properties)).find((one) => isObject(one) && one.type === 'title')
  const title = plain(Array.isArray(about.title) ? about.title : objectIn(property).title)
  return title.replace(/\s+/g, ' ').trim() || 'Untitled'
}

/** The title as heading, the properties as a list, then the blocks. */
export function pageToMarkdown(page: Record<string, unknown>, blocks: readonly Block[]): string {
  const lines = Object.entries(objectIn(page.properties)).flatMap(([name, property]) => {
    const value = isObject(property) && property.type !== 'title' ? textOfProperty(property) : ''
    return value === '' ? [] : [`- ${name}: ${value.replace(/\s+/g, ' ')}`]
  })
  return `${[`# ${titleOf(page)}`, lines.join('\n'), blocksToMarkdown(blocks)].filter(Boolean).join('\n\n')}\n`
}
