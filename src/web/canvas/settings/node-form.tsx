import type { WorkflowNode } from '#graph/document.ts'
import type { NodeDescription } from '#nodes/describe.ts'
import { runningOf } from '#web/canvas/run/running.ts'
import { useDraft, useLooks } from '#web/canvas/use-draft.ts'
import { usePart } from '#web/canvas/use-look.ts'
import { useStore } from '#web/lib/store.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/field.tsx'
import { fieldsOf } from './field-model.ts'
import { isObject } from './field-value.ts'
import { type Change, FormProvider } from './form-context.ts'
import { JsonControl } from './json-control.tsx'
import { failureAt, problemOf } from './problems.ts'
import { SettingsFields } from './settings-fields.tsx'
import { useExpressions } from './use-expressions.ts'

/** The settings of a node, every edit of which is an operation of the draft. */
export function NodeForm({ node, description }: { node: WorkflowNode; description: NodeDescription | null }) {
  const draft = useDraft()
  const save = useStore(draft.save)
  const { problems } = useLooks()
  const readOnly = save.state === 'read_only' ? save.reason : null
  const change: Change = (value, { path, title }) => {
    if (!isObject(value)) return
    const label = title === '' ? `Changed ${node.title}` : `Changed ${title} of ${node.title}`
    draft.perform(
      { type: 'set_config', node_id: node.id, config: value },
      { label, burst: `set_config ${node.id} ${path}` },
    )
  }
  const expression = useExpressions(node)
  const look = usePart(runningOf(draft).looks, ({ nodes }) => nodes[node.id] ?? null)
  const failed = look?.status === 'failed' && !look.stale ? look.error : null
  const problemAt = (path: string, inside = false) =>
    problemOf(problems, node.id, path, inside) ?? failureAt(failed, path, inside)
  return (
    <FormProvider
      value={{
        id: node.id,
        workflow: draft.id,
        config: node.config,
        readOnly,
        problemAt,
        expression,
        failure: failed?.message ?? null,
      }}
    >
      {description ? (
        <SettingsFields schema={description.config} config={node.config} change={change} />
      ) : (
        <UnknownType node={node} change={change} disabled={readOnly !== null} />
      )}
    </FormProvider>
  )
}

/** A type that is gone keeps what it was set to, for whoever replaces it. */
function UnknownType({ node, change, disabled }: { node: WorkflowNode; change: Change; disabled: boolean }) {
  const [field] = fieldsOf({ properties: { config: { title: 'Settings', widget: 'json', type: 'object' } } })
  if (!field) return null
  return (
    <>
      <Callout tone="warn">
        There is no kind of node “<bdi>{node.type}</bdi>” here. Its settings are kept; put another kind in its place.
      </Callout>
      <div data-path="">
        <Field label="Settings">
          {(ids) => (
            <JsonControl
              field={field}
              value={node.config}
              ids={ids}
              disabled={disabled}
              onChange={(value) => change(value, { path: '', title: '' })}
            />
          )}
        </Field>
      </div>
    </>
  )
}
