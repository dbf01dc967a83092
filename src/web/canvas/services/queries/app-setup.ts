/** What steps that run actions of apps still lack: their account, and the input that the action needs. Pure. */

import type { WorkflowDocument } from '#graph/document.ts'
import { objectOrEmpty } from '#shared/json.ts'
import { appFieldsOf, missingOf } from '#web/canvas/model/fields/app-fields.ts'
import { accountOf, actionOf } from '#web/canvas/model/graph/app-step.ts'
import type { SetupItem } from '#web/canvas/services/analysis/setup.ts'
import { t } from '#web/lib/language.ts'
import type { AppAction } from '#web/parts/connectors/app-queries.ts'

/** The actions that its steps run, as `app/action`. */
export const actionsIn = ({ nodes }: WorkflowDocument): string[] => [
  ...new Set(nodes.flatMap((node) => actionOf(node) ?? [])),
]

type Actions = Readonly<Record<string, Pick<AppAction, 'input_schema' | 'needs_account' | 'integration'> | null>>

function itemsOf(node: WorkflowDocument['nodes'][number], actions: Actions): SetupItem[] {
  const key = actionOf(node)
  const action = key === null ? null : actions[key]
  if (!action || node.disabled) return []
  const item = (field: string, label: string, message: string): SetupItem => ({
    ...{ node: node.id, title: node.title },
    ...{ field, label, message },
  })
  const missing = missingOf(appFieldsOf(action.input_schema), objectOrEmpty(node.config.input))
  return [
    ...(action.needs_account && accountOf(node) === null
      ? [item('credential', t('Account'), t('Connect an account at {name}', { name: action.integration.name }))]
      : []),
    ...missing.map(({ key: name, title }) => item(`input.${name}`, title, t('Required'))),
  ]
}

/** The list with them: with the rest of their node, or at its end. Steps that do not run lack nothing. */
export function withApps(items: readonly SetupItem[], document: WorkflowDocument, actions: Actions): SetupItem[] {
  const loose = new Set(items.flatMap((one) => (one.loose ? [one.node] : [])))
  const left = [...items]
  for (const node of document.nodes) {
    if (loose.has(node.id)) continue
    const at = left.findLastIndex((one) => one.node === node.id)
    left.splice(at < 0 ? left.length : at + 1, 0, ...itemsOf(node, actions))
  }
  return left
}
