/** The list of node types as the documentation shows it: a table for each category, in the order of the catalogue. */
import { catalogue } from './catalogue.ts'

const TITLES: Readonly<Record<string, string>> = {
  trigger: 'Triggers',
  flow: 'Flow',
  data: 'Data',
  people: 'People',
  document: 'Documents',
  healthcare: 'Healthcare',
  legal: 'Legal',
  finance: 'Finance',
  ai: 'Models and agents',
  integration: 'Integrations',
  code: 'Code',
  output: 'Output',
}

const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')

function nodeListMarkdown(): string {
  const shown = catalogue.all.filter(({ unfinished }) => !unfinished)
  const groups = Map.groupBy(shown, ({ category }) => category)
  const tables = [...groups].map(([category, nodes]) => {
    const rows = nodes.map(({ type, title, description }) => `| ${cell(title)} | \`${type}\` | ${cell(description)} |`)
    return `### ${TITLES[category] ?? category}\n\n| Node | Type | What it does |\n|---|---|---|\n${rows.join('\n')}`
  })
  return `There are ${shown.length} node types.\n\n${tables.join('\n\n')}\n`
}

const START = '## Node types\n\n'
const END = '\n`GET /api/nodes/{type}/configuration` returns'

/** The page with the list as it is now. */
export function withNodeList(page: string): string {
  const [from, to] = [page.indexOf(START) + START.length, page.indexOf(END)]
  if (from < START.length || to < from) throw new Error('the page has no section “Node types”')
  return `${page.slice(0, from)}${nodeListMarkdown()}${page.slice(to)}`
}
