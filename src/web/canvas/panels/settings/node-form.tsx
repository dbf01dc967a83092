import type { WorkflowNode } from '#graph/document.ts'
import type { NodeDescription } from '#nodes/describe.ts'
import { fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { isOfApp } from '#web/canvas/model/graph/app-step.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { AgentForm } from './agent-form.tsx'
import { AppForm } from './app-form.tsx'
import { JsonControl } from './controls/json-control.tsx'
import { type Change, FormProvider } from './form/form-context.ts'
import { SampleNote } from './sample-note.tsx'
import { SettingsFields } from './settings-fields.tsx'
import { StartByHand } from './start-by-hand.tsx'
import { useNodeForm } from './use-node-form.ts'

/** The settings of a node, every edit of which is an operation of the draft. */
export function NodeForm({ node, description }: { node: WorkflowNode; description: NodeDescription | null }) {
  const view = useView()
  const { form, change } = useNodeForm(node)
  const keepOpen = (path: string) => {
    view.focused.set({ node: node.id, path })
    view.open.set(null)
  }
  const { readOnly, expression } = form
  return (
    <FormProvider value={{ ...form, keepOpen }}>
      {readOnly === null && expression?.unrun != null && <SampleNote before={expression.unrun} />}
      {description && isOfApp(node.type) ? (
        <AppForm node={node} description={description} change={change} />
      ) : description && node.type === 'marketplace_agent' ? (
        <AgentForm node={node} description={description} change={change} />
      ) : description && node.type === 'manual_trigger' ? (
        <StartByHand node={node} />
      ) : description ? (
        <SettingsFields type={node.type} schema={description.config} config={node.config} change={change} />
      ) : (
        <UnknownType node={node} change={change} disabled={readOnly !== null} />
      )}
    </FormProvider>
  )
}

/** A type that no longer exists keeps its settings for the person who replaces it. */
function UnknownType({ node, change, disabled }: { node: WorkflowNode; change: Change; disabled: boolean }) {
  const [field] = fieldsOf({ properties: { config: { title: t('Settings'), widget: 'json', type: 'object' } } })
  if (!field) return null
  return (
    <>
      <Callout tone="warn">
        {fill(
          t('There’s no node type “{type}” here. Its settings are kept. Replace it with another type.', {
            type: '{type}',
          }),
          {
            type: <bdi>{node.type}</bdi>,
          },
        )}
      </Callout>
      <div data-path="">
        <Field label={t('Settings')}>
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
