/** Steps and tools of agents that use an account of the buyer, read off a workflow. Pure. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { DocumentProblem } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { slotOf } from '#nodes/lib/integrations/account-slot.ts'
import { toolsOf } from '#server/areas/agents/agents.ts'
import type { describeSlots, SlotUse } from '#server/areas/connectors/connectors.ts'

export interface AccountUse extends SlotUse {
  node: string
  title: string
  field: string
}

const text = (settings: JsonObject, name: string): string =>
  typeof settings[name] === 'string' ? (settings[name] as string) : ''

function readUse(settings: JsonObject, { id, title }: WorkflowNode, path: string): AccountUse[] {
  const app = text(settings, 'integration')
  const slot = slotOf({
    integration: app,
    buyer_account: settings.buyer_account === true,
    slot: text(settings, 'slot'),
  })
  if (slot === undefined || app === '') return []
  return [
    { slot, app, action: text(settings, 'action'), purpose: text(settings, 'purpose'), node: id, title, field: path },
  ]
}

const readUses = (node: WorkflowNode): AccountUse[] =>
  node.type === 'app_action'
    ? readUse(node.config, node, '')
    : (toolsOf(node.config) ?? []).flatMap((tool, at) =>
        tool.kind === 'app' ? readUse(tool, node, `tools.${at}.`) : [],
      )

export const accountUsesOf = ({ nodes }: WorkflowDocument): AccountUse[] =>
  nodes.filter(({ disabled }) => disabled !== true).flatMap(readUses)

/** What keeps an agent from being sold. */
export function problemsOfUses(
  uses: readonly AccountUse[],
  described: Awaited<ReturnType<typeof describeSlots>>,
): DocumentProblem[] {
  return uses.flatMap(({ slot, node, title, field, purpose }): DocumentProblem[] => {
    const problem = (name: string, message: string) => [
      { code: 'buyer_account', message: `“${title}”: ${message}`, node, field: `${field}${name}` },
    ]
    if (purpose.trim() === '') return problem('purpose', 'Say what the buyer’s account is for.')
    if (described.get(slot) === null)
      return problem(
        'integration',
        'Buyers can’t connect an account at an app that only you have. Use one of the catalogue.',
      )
    return []
  })
}
