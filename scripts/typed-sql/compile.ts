/** Puts the text of a statement together, and remembers which template each part of it comes from. */
import { type OperationNode, PostgresQueryCompiler, type RawNode, type RootOperationNode } from 'kysely'
import ts from 'typescript-5'
import { origins } from './values.ts'

interface Span {
  start: number
  end: number
  /** The template or call. */
  node: ts.Node
  /** Which of the template's texts. */
  index: number
}

export interface Text {
  sql: string
  spans: readonly Span[]
}

class Compiler extends PostgresQueryCompiler {
  spans: Span[] = []
  #length = 0

  protected override append(text: string): void {
    this.#length += text.length
    super.append(text)
  }

  protected override visitRaw(raw: RawNode): void {
    const origin = origins.get(raw)
    raw.sqlFragments.forEach((text, index) => {
      const start = this.#length
      this.append(text)
      if (origin) this.spans.push({ start, end: this.#length, node: origin, index })
      const parameter = raw.parameters[index]
      if (parameter) this.visitNode(parameter)
    })
  }
}

export function compile(node: OperationNode): Text {
  const compiler = new Compiler()
  const { sql } = compiler.compileQuery(node as RootOperationNode, { queryId: 'typed-sql' })
  return { sql, spans: compiler.spans }
}

/** Where in the source the character at `at` of a statement was written: a node and an offset in its file. Null outside of raw SQL. */
export function sourceOf({ spans }: Text, at: number): { node: ts.Node; offset: number } | null {
  const span = spans.find(({ start, end }) => start <= at && at < end)
  if (!span) return null
  const { node, index, start } = span
  if (!ts.isTaggedTemplateExpression(node)) return { node, offset: node.getStart() }
  const { template } = node
  const part = !ts.isTemplateExpression(template)
    ? template
    : index === 0
      ? template.head
      : (template.templateSpans[index - 1]?.literal ?? template)
  return { node, offset: Math.min(part.getStart() + 1 + (at - start), part.end - 1) }
}
