/** Problems of one node's settings: what its schema says, and expressions that cannot be read. */
import type { WorkflowNode } from './document.ts'
import { ExpressionError } from './expressions/expression-error.ts'
import { compileExpression, templatesIn } from './expressions/expressions.ts'
import { hasExpression, splitTemplate } from './expressions/template.ts'
import { issueText, problemMessage, valueAt } from './issue-text.ts'
import type { NodeType } from './node-types.ts'
import { type GraphProblem, MOST_PROBLEMS, problem } from './parse-document.ts'
import { rawFields } from './values/raw-fields.ts'

/** Null is a place to stop at. */
export function* configProblems(node: WorkflowNode, type: NodeType): Generator<GraphProblem | null> {
  const raw = rawFields(type.config)
  const templates = templatesIn(node.config, { raw })
  for (const { field, text, refused } of templates) {
    try {
      if (refused) throw refused
      for (const part of splitTemplate(text)) {
        if (part.type === 'expression') compileExpression(part.source)
        yield null
      }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const at = error.position === null ? '' : ` (at character ${error.position})`
      yield problem(error.code, `${error.message}${at}`, node.id, field)
    }
  }
  const parsed = type.config.safeParse(node.config, { error: issueText })
  if (parsed.success) return
  let told = 0
  for (const { code, path, message } of parsed.error.issues) {
    yield null
    const at = valueAt(node.config, path)
    const open =
      typeof at === 'string'
        ? hasExpression(at) && !isRaw(path, raw)
        : mayChange(code) && JSON.stringify(at ?? null).includes('{{')
    if (open) continue
    yield problem('bad_config', problemMessage(message, at), node.id, path.join('.'))
    if (++told === MOST_PROBLEMS) return
  }
}

/** What is judged as a whole cannot be judged while a part of it is still an expression. */
const mayChange = (code: string) => code === 'custom' || code === 'invalid_union'

/** Whether a setting is taken as it is: braces in it will not become something else. */
function isRaw(path: readonly PropertyKey[], raw: readonly string[]): boolean {
  const pattern = path.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.')
  return raw.some((one) => pattern === one || pattern.startsWith(`${one}.`))
}
