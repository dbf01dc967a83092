/** The settings of a step that runs an action of an app, or is started by one: which, with which account, and what it is given. */

import { useEffect } from 'react'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'
import type { NodeDescription } from '#nodes/describe.ts'
import { isObject } from '#shared/json.ts'
import { appFieldsOf, askingFieldsOf } from '#web/canvas/model/fields/app-fields.ts'
import { canBeAsked } from '#web/canvas/model/fields/asked.ts'
import { type Field, fieldsOf, isAsked } from '#web/canvas/model/fields/field-model.ts'
import { withKey } from '#web/canvas/model/fields/field-value.ts'
import { accountOf, actionOf } from '#web/canvas/model/graph/app-step.ts'
import { askActionAgain, useActionOf } from '#web/canvas/services/queries/app-actions.ts'
import type { Asking } from '#web/canvas/services/queries/use-asked.ts'
import { t } from '#web/lib/language.ts'
import type { AppAction } from '#web/parts/connectors/app-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AppHead } from './app-head.tsx'
import { TriggerParts } from './app-trigger-parts.tsx'
import { AppFields } from './controls/app-fields.tsx'
import { FieldView } from './field-view.tsx'
import { type Change, type DrawField, FormProvider, useSettingsForm } from './form/form-context.ts'

const draw: DrawField = (props) => <FieldView {...props} />

interface Props {
  node: WorkflowNode
  description: NodeDescription
  change: Change
}

export function AppForm({ node, description, change }: Props) {
  const action = useActionOf(node)
  const key = actionOf(node)
  // One that could not be had before is asked for again.
  useEffect(() => {
    if (key !== null) askActionAgain(key)
  }, [key])
  if (action === undefined) return <Skeleton className="h-40 w-full" />
  const own = (name: string) => fieldsOf(description.config).find((field) => field.key === name)
  const [account, pages, input] = [own('credential'), own('all_pages'), own('input')]
  const fields = fieldsOf(description.config)
  const ofBuyer = ['buyer_account', 'purpose', 'slot'].flatMap((name) => own(name) ?? [])
  const set =
    (name: string): Change =>
    (next, at) =>
      change(withKey(node.config, name, next), at)
  const one = (field: Field) =>
    draw({ field, value: node.config[field.key], path: field.key, onChange: set(field.key) })
  return (
    <>
      <AppHead node={node} action={action} />
      {action === null && key !== null && <Unavailable again={() => askActionAgain(key)} />}
      {account && action?.needs_account !== false && one({ ...account, required: true })}
      {action?.needs_account !== false &&
        ofBuyer
          .filter((field) => isAsked(field, node.config, fields))
          .map((field) => <div key={field.key}>{one(field)}</div>)}
      {action ? (
        <ActionInput action={action} account={accountOf(node)} value={node.config.input} onChange={set('input')} />
      ) : (
        input && one(input)
      )}
      {action?.trigger && (
        <TriggerParts node={node} trigger={action.trigger} description={description} change={change} />
      )}
      {pages && (action?.has_pages === true || node.config.all_pages === true) && one(pages)}
    </>
  )
}

/** What the action is given, as its own fields. */
function ActionInput({
  action,
  account,
  value,
  onChange,
}: {
  action: AppAction
  account: string | null
  value: Json | undefined
  onChange: Change
}) {
  const { keepOpen: _, ...form } = useSettingsForm()
  const given = isObject(value) ? value : {}
  const isTrigger = action.trigger !== undefined
  const asked = useAsked(action, account, given)
  const known = asked ? askingFieldsOf(action.input_schema) : appFieldsOf(action.input_schema)
  // A trigger has nothing before it that an expression could read.
  const fields = known.map((field) => (isTrigger ? { ...field, expression: 'none' as const } : field))
  if (fields.length === 0)
    return (
      <p className="text-muted text-base">
        {isTrigger ? t('This trigger needs no input.') : t('This action needs no input.')}
      </p>
    )
  return (
    // Only the fields of the node itself can be kept open: these are known once they have been fetched.
    <FormProvider value={{ ...form, ...(asked && { asked }) }}>
      <AppFields
        key={`${action.integration.id} ${action.id}`}
        fields={fields}
        value={given}
        path="input"
        onChange={onChange}
        draw={draw}
      />
    </FormProvider>
  )
}

/** The app is asked with an account of the person: undefined where it can’t be, and in the workflow of another. */
function useAsked(action: AppAction, account: string | null, input: JsonObject): Asking | undefined {
  const { own } = useSettingsForm()
  const { id } = action.integration
  if (!own || !canBeAsked(id)) return undefined
  return {
    integration: id,
    of: action.trigger ? 'trigger' : 'action',
    action: action.id,
    account,
    needsAccount: action.needs_account,
    input,
  }
}

const Unavailable = ({ again }: { again: () => void }) => (
  <Callout tone="warn">
    <p>{t('This couldn’t be loaded. It may have been removed, or the app may belong to someone else.')}</p>
    <div className="mt-2">
      <Button size="sm" onClick={again}>
        {t('Try again')}
      </Button>
    </div>
  </Callout>
)
