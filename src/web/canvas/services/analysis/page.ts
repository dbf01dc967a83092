/** A page of documentation made of a workflow: what happens, step by step, with settings but without secrets. Pure. */

import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { topologicalOrder } from '#graph/plan.ts'
import { withoutOwned } from '#nodes/import/owned-ids.ts'
import { withoutSecrets } from '#nodes/import/secrets.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'

export interface PageInput {
  name: string
  description: string
  document: WorkflowDocument
  presentations: Readonly<Record<string, NodePresentation>>
}

/** Text of anybody as Markdown that shows it as it is, on one line. */
const escaped = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>()#+!|~$&-]/g, '\\$&')

/** A fence that is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Within the quotes of a diagram. */
const label = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[#"&<>`\\;]/g, (sign) => `#${sign.charCodeAt(0)};`)
    .slice(0, 80)

function diagram({ document, presentations }: PageInput, numbers: ReadonlyMap<string, number>): string {
  const lines = document.nodes.map(({ id, title }) => {
    const text = `"${numbers.get(id)}. ${label(title)}"`
    return `  n${numbers.get(id)}${presentations[id]?.trigger ? `([${text}])` : `[${text}]`}`
  })
  const edges = document.edges.map(({ from, to }) => {
    const ports = presentations[from.node]?.ports ?? []
    const port = ports.find(({ name }) => name === from.port)
    const says = ports.length > 1 ? `|"${label(port?.title ?? from.port)}"| ` : ''
    return `  n${numbers.get(from.node)} -->${says || ' '}n${numbers.get(to.node)}`
  })
  return fenced(['flowchart LR', ...lines, ...edges].join('\n'), 'mermaid')
}

function nodeSection(input: PageInput, node: WorkflowNode, numbers: ReadonlyMap<string, number>): string {
  const { document, presentations } = input
  const presentation = presentations[node.id]
  const next = document.edges
    .filter(({ from }) => from.node === node.id)
    .map(({ from, to }) => {
      const target = document.nodes.find(({ id }) => id === to.node)
      const port =
        (presentation?.ports.length ?? 1) > 1
          ? `${escaped(presentation?.ports.find(({ name }) => name === from.port)?.title ?? from.port)}: `
          : ''
      return `${port}${numbers.get(to.node)}. ${escaped(target?.title ?? to.node)}`
    })
  const settings = withoutSecrets(withoutOwned(node.config))
  const facts = [
    `- Kind: ${escaped(presentation?.kind ?? node.type)}`,
    `- Name in expressions: \`$nodes.${node.id}\``,
    ...(node.disabled ? ['- Switched off'] : []),
    ...(node.retry ? [`- Tried ${node.retry.max_attempts} times at most`] : []),
    ...(node.timeout_ms ? [`- Ends after ${node.timeout_ms / 1000} s at the latest`] : []),
    ...(next.length > 0 ? [`- Then: ${next.join('; ')}`] : []),
  ]
  return [
    `### ${numbers.get(node.id)}. ${escaped(node.title)}`,
    ...(presentation?.sentence ? [escaped(presentation.sentence)] : []),
    facts.join('\n'),
    ...(Object.keys(settings).length > 0 ? [fenced(JSON.stringify(settings, null, 2), 'json')] : []),
  ].join('\n\n')
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The page as Markdown, its steps in the order in which they run. */
export function documentPage(input: PageInput): string {
  const { name, description, document } = input
  const order = topologicalOrder(document.nodes, document.edges)
  const rest = document.nodes.filter(({ id }) => !order.includes(id)).map(({ id }) => id)
  const numbers = new Map([...order, ...rest].map((id, index) => [id, index + 1]))
  const nodes = document.nodes.toSorted((a, b) => (numbers.get(a.id) ?? 0) - (numbers.get(b.id) ?? 0))
  const groups = document.groups.map(
    ({ title, nodes: members }) =>
      `- ${escaped(title || 'Group')}: ${members.map((id) => `${numbers.get(id)}`).join(', ')}`,
  )
  return `${[
    `# ${escaped(name)}`,
    ...(description.trim() === '' ? [] : [escaped(description)]),
    `${counted(nodes.length, 'step', 'steps')}, ${counted(document.edges.length, 'connection', 'connections')}.`,
    ...(nodes.length > 0 ? [diagram(input, numbers)] : []),
    ...(groups.length > 0 ? ['## Groups', groups.join('\n')] : []),
    ...(nodes.length > 0 ? ['## Steps'] : []),
    ...nodes.map((node) => nodeSection(input, node, numbers)),
    ...(document.notes.length > 0 ? ['## Notes'] : []),
    ...document.notes.map(({ text }) =>
      text
        .split('\n')
        .map((line) => `> ${line.replaceAll('<', '\\<')}`)
        .join('\n'),
    ),
  ].join('\n\n')}\n`
}
