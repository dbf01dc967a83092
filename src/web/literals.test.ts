/**
 * What visitors, buyers and sellers read goes through `t`: no words stand in the markup of their screens. Rooms that stay in English
 * (0347) are named here, and so are the few words that are the same in Hindi.
 */
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const SOURCES = import.meta.glob<string>(['./**/*.tsx', '!./**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Administration, documentation, law, the widget, and our own design system. */
const IN_ENGLISH = [
  /^\.\/(?:widget|features\/admin|parts\/admin)\//,
  /^\.\/features\/platform\/(?:design-system|docs|api-reference)\//,
  /^\.\/features\/platform\/company\/(?:terms|privacy|refund|article)/,
  /^\.\/features\/platform\/analytics\/(?!own-|figure-|period|analytics\.)/,
  /^\.\/features\/(?:agents\/agent-review|runs\/executions|billing\/books|selling\/(?:payout-runs|seller-queue))\//,
  /^\.\/features\/billing\/payments\/(?:admin-|all-|disputes?-admin|reconciliations|unmatched)/,
  /^\.\/features\/(?:agents\/reviews\/moderation|billing\/coupons\/plan-coupons)\.tsx$/,
  /^\.\/app\/shell\/(?:particular|admin-frame)\.tsx$/,
]

/** Results of agents and code, in pictures and examples; names and terms. */
const FILES_WITH_EXAMPLES = [/home\/features\.tsx$/, /accounts\/auth\/what-you-get\.tsx$/]
const SAME = new Set(
  [
    'API',
    'CSV',
    'JSON',
    'PDF',
    'PAN',
    'GSTIN',
    'IFSC',
    'SKILL.md',
    'Chowk',
    'run',
    'TOKEN',
    'Chowk Labs',
    'React Flow',
  ].concat(['name@bank', 'due_date', 'answer_ready', 'API_KEY', 'api.slack.com/apps', '</body>', 'data-label="…"']),
)
/** Names that the part which is given them says through `t`. */
const SAID_BY_PART = new Set(['Seller area', 'Next', 'Previous'])
const NAMES_READ_OUT =
  /^(?:alt|aria-label|caption|description|help|hint|intro|label|message|note|placeholder|text|title)$/

interface Node {
  type: string
  start: number
  [part: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const isText = (text: string): boolean => {
  const words = text.trim().replace(/&lt;/g, '<').replace(/&gt;/g, '>')
  return (
    /\p{L}{3}/u.test(words) &&
    !SAME.has(words) &&
    !SAID_BY_PART.has(words) &&
    !/^\S*[:/@_]\S+$|^[\w-]+(?:\.[\w-]+)+$/.test(words)
  )
}

const isCode = (node: Node): boolean =>
  node.type === 'JSXElement' && (node.openingElement as { name: { name?: string } }).name.name === 'code'

function literalsIn([file, source]: [string, string]): string[] {
  const { program } = parseSync(file, source)
  const found: string[] = []
  const keep = (node: Node, text: string) =>
    isText(text) && found.push(`${file}:${source.slice(0, node.start).split('\n').length} ${text.trim()}`)
  const stack: Node[] = [program as unknown as Node]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isCode(node)) continue
    if (node.type === 'JSXText') keep(node, String(node.value))
    if (node.type === 'JSXAttribute') {
      const { name, value } = node as unknown as { name: { name: string }; value: Node | null }
      if (value?.type === 'Literal' && NAMES_READ_OUT.test(name.name)) keep(value, String(value.value))
    }
    stack.push(...Object.values(node).flat().filter(isNode))
  }
  return found
}

it('no words stand in the markup of what visitors, buyers and sellers see', () => {
  const rooms = Object.entries(SOURCES).filter(
    ([file]) => ![...IN_ENGLISH, ...FILES_WITH_EXAMPLES].some((room) => room.test(file)),
  )
  expect(rooms.length).toBeGreaterThan(300)
  expect(rooms.flatMap(literalsIn)).toEqual([])
})
