import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Operation } from '#graph/operations.ts'
import { isObject } from '#shared/json.ts'
import { isOfApp } from '#web/canvas/model/graph/app-step.ts'
import { useAnalysis, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import type { Change, SettingsForm } from './form/form-context.ts'
import { failureAt, problemOf } from './problems.ts'
import { useExpressions } from './use-expressions.ts'

/** Nothing has been entered yet: what is missing is no mistake. */
const isUntouched = ({ type, config }: WorkflowNode): boolean => {
  const entered = isOfApp(type) ? config.input : config
  return !isObject(entered) || Object.keys(entered).length === 0
}

/** An edit that changes other nodes too; null where the settings alone change. */
export type OperationOf = (document: WorkflowDocument, config: JsonObject) => Operation | null

/** The form of a node's settings, every edit of which is an operation of the draft; `change` takes the settings as a whole. */
export function useNodeForm(
  node: WorkflowNode,
  operationOf: OperationOf = () => null,
): { form: SettingsForm; change: Change } {
  const draft = useDraft()
  const save = useStore(draft.save)
  const { own } = useStore(useView().about)
  const { problems } = useAnalysis()
  const readOnly = save.state === 'read_only' ? save.reason : null
  const change: Change = (value, { path, title }) => {
    if (!isObject(value)) return
    const label =
      title === ''
        ? t('Changed {title}', { title: node.title })
        : t('Changed {title} of {title2}', { title, title2: node.title })
    draft.perform(operationOf(draft.document.get(), value) ?? { type: 'set_config', node_id: node.id, config: value }, {
      label,
      burst: `set_config ${node.id} ${path}`,
    })
  }
  const expression = useExpressions(node)
  const look = usePart(draft.run.states, ({ nodes }) => nodes[node.id] ?? null)
  const failed = look?.status === 'failed' && !look.stale ? look.error : null
  const untouched = isUntouched(node)
  const problemAt = (path: string, inside = false) =>
    (untouched ? undefined : problemOf(problems, node.id, path, inside)) ?? failureAt(failed, path, inside)
  const failure = failed?.message ?? null
  return {
    form: {
      id: node.id,
      otherModes: draft.otherModes,
      workflow: draft.id,
      own,
      config: node.config,
      readOnly,
      problemAt,
      expression,
      failure,
    },
    change,
  }
}
