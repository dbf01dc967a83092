/** Which knowledge bases the owner of a run chose in the form that started it. */
import type { Trigger } from '#contract/runs/execution-states.ts'
import { chosenBase } from '#nodes/lib/people/form-field.ts'
import { isObject } from '#shared/json.ts'
import type { ExecutionRow } from './journal-sql.ts'
import type { Program } from './program.ts'

/** Starts whose input the owner of the run gave. That of any other may come from outside, or from the author of the workflow. */
const BY_OWNER: ReadonlySet<Trigger> = new Set(['manual', 'api', 'schedule', 'mcp', 'bench', 'batch'])

/** Ids in lower case. Empty for a run that a step of another one started: its author wrote the input. */
export function chosenIn(
  { input, parent_id, trigger }: Pick<ExecutionRow, 'input' | 'parent_id' | 'trigger'>,
  { nodes }: Pick<Program, 'nodes'>,
): readonly string[] {
  const form = nodes.find(({ node }) => node.type === 'input_form')?.node
  if (!form || parent_id !== null || !BY_OWNER.has(trigger) || !isObject(input)) return []
  const fields = Array.isArray(form.config.fields) ? form.config.fields : []
  return fields.flatMap((field) => {
    if (!isObject(field) || field.type !== 'knowledge' || typeof field.name !== 'string') return []
    return chosenBase(Object.hasOwn(input, field.name) ? input[field.name] : null) ?? []
  })
}
