/** A tool of an agent that runs an action of an app: which one, as whom, what is fixed, and whether a person is asked first. */

import { ArrowLeftRight, Plus } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject, listOrEmpty, objectOrEmpty } from '#shared/json.ts'
import { appFieldsOf, askingFieldsOf } from '#web/canvas/model/fields/app-fields.ts'
import { toolWith, withFixed, writtenFor } from '#web/canvas/model/fields/app-tool.ts'
import { canBeAsked } from '#web/canvas/model/fields/asked.ts'
import { type Field, isAsked } from '#web/canvas/model/fields/field-model.ts'
import { withKey } from '#web/canvas/model/fields/field-value.ts'
import { APP_ACTION } from '#web/canvas/model/graph/app-step.ts'
import {
  type Change,
  type DrawField,
  FormProvider,
  join,
  useSettingsForm,
} from '#web/canvas/panels/settings/form/form-context.ts'
import { askAction, askActionAgain, useActionOf } from '#web/canvas/services/queries/app-actions.ts'
import { ActionChooser, type ChosenAction } from '#web/canvas/tools/gestures/action-chooser.tsx'
import { onlyAccount } from '#web/canvas/tools/gestures/use-app-choices.tsx'
import { t } from '#web/lib/language.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import type { AppAction } from '#web/parts/connectors/app-queries.ts'
import { EffectBadge } from '#web/parts/connectors/permissions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { AppFields } from './app-fields.tsx'

interface Props {
  /** Of the settings of the tool. */
  fields: readonly Field[]
  value: Json | undefined
  path: string
  onChange: Change
  draw: DrawField
}

/** Whether those who buy the agent bring an account of their own, and for what. */
const OF_BUYER = ['buyer_account', 'purpose', 'slot']

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** The names of the other tools of the agent. */
function useTaken(own: string): string[] {
  const { config } = useSettingsForm()
  const names = listOrEmpty(config.tools).map((one) => textOf(objectOrEmpty(one).name))
  const at = names.indexOf(own)
  return names.filter((_, index) => index !== at)
}

export function AppToolFields({ fields, value, path, onChange, draw }: Props) {
  const form = useSettingsForm()
  const tool = isObject(value) ? value : {}
  const key = { type: APP_ACTION, config: { integration: tool.integration ?? '', action: tool.action ?? '' } }
  const [integration, id] = [textOf(tool.integration), textOf(tool.action)]
  const isChosen = integration !== '' && id !== ''
  const action = useActionOf(key)
  useEffect(() => {
    if (isChosen) askActionAgain(`${integration}/${id}`)
  }, [isChosen, integration, id])
  const taken = useTaken(textOf(tool.name))
  const choose = async ({ app, action: chosen }: ChosenAction) => {
    const [account, found] = await Promise.all([
      form.own ? onlyAccount(app.id) : null,
      askAction(`${app.id}/${chosen.id}`),
    ])
    if (!found) return
    const before = action ? writtenFor(action.integration.name, action, taken) : null
    onChange(toolWith(tool, { app: found.integration, action: found, account }, taken, before), {
      path: join(path, 'action'),
      title: t('Action'),
    })
  }
  const one = (name: string): ReactNode => {
    const field = fields.find((each) => each.key === name && isAsked(each, tool, fields))
    return field ? (
      <Fragment key={name}>
        {draw({
          field: name === 'credential' ? { ...field, required: action?.needs_account === true } : field,
          value: tool[name],
          path: join(path, name),
          onChange: (next, at) => onChange(withKey(tool, name, next), at),
        })}
      </Fragment>
    ) : null
  }
  return (
    // The picker of accounts looks here for the app.
    <FormProvider value={{ ...form, config: { ...form.config, integration: tool.integration ?? '' } }}>
      <Chosen action={isChosen ? action : null} isChosen={isChosen} path={path} onChoose={choose} />
      {isChosen && (
        <>
          {action === null && (
            <Callout tone="warn">
              {t('This action couldn’t be loaded. It may have been removed, or the app may belong to someone else.')}
            </Callout>
          )}
          {action?.needs_account !== false && ['credential', ...OF_BUYER].map(one)}
          {one('name')}
          {one('description')}
          <Asking tool={tool} action={action ?? null} path={path} onChange={onChange} />
          {action && <FixedInput {...{ action, tool, path, onChange, draw }} />}
          <details className="group">
            <summary className="flex min-h-8 cursor-pointer items-center text-muted text-base">
              {t('What the model provides (JSON Schema)')}
            </summary>
            <div className="pt-2">{one('parameters')}</div>
          </details>
        </>
      )}
    </FormProvider>
  )
}

/** Which action the tool runs and what that does to data, and the way to another one. */
function Chosen({
  action,
  isChosen,
  path,
  onChoose,
}: {
  /** Undefined while it is fetched. */
  action: AppAction | null | undefined
  isChosen: boolean
  path: string
  onChoose: (chosen: ChosenAction) => Promise<void>
}) {
  const { readOnly, problemAt } = useSettingsForm()
  const [choosing, setChoosing] = useState(false)
  const problem = problemAt(join(path, 'integration')) ?? problemAt(join(path, 'action'))
  return (
    <section
      aria-label={t('App and action')}
      data-path={join(path, 'action')}
      className="grid gap-2 rounded bg-sunken px-3.5 py-3"
    >
      <div className="flex items-start gap-3">
        <AppLogo logo={action?.integration.logo} name={action?.integration.name} className="mt-0.5 size-5" />
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <bdi>{action?.title ?? (isChosen ? t('This action') : t('No action chosen'))}</bdi>
            {action && <EffectBadge effect={action.effect} />}
          </p>
          {action && <bdi className="block text-muted text-base">{action.integration.name}</bdi>}
        </div>
        <Button
          size="sm"
          variant={isChosen ? 'secondary' : 'primary'}
          icon={isChosen ? <ArrowLeftRight aria-hidden="true" /> : <Plus aria-hidden="true" />}
          reason={readOnly ?? undefined}
          onClick={() => setChoosing(true)}
        >
          {isChosen ? t('Change') : t('Choose an action')}
        </Button>
      </div>
      {!isChosen && problem !== undefined && (
        <p role="alert" className="text-bad text-base">
          {t('Choose an action')}
        </p>
      )}
      {choosing && (
        <ActionChooser
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false)
            void onChoose(chosen)
          }}
        />
      )}
    </section>
  )
}

/** Whether a person is asked before the tool runs: never of one that reads, always of one that deletes. */
function Asking({
  tool,
  action,
  path,
  onChange,
}: {
  tool: JsonObject
  action: AppAction | null
  path: string
  onChange: Change
}) {
  const { readOnly } = useSettingsForm()
  const at = join(path, 'approved')
  const effect = textOf(tool.effect)
  return (
    <div data-path={at} className="grid gap-2">
      {effect === 'read' && <p className="text-muted text-base">{t('Only reads, so it runs without asking.')}</p>}
      {effect === 'write' && (
        <Checkbox
          label={t('Ask before it changes something')}
          help={t('A person approves each call of the agent. The run waits until then.')}
          disabled={readOnly !== null}
          checked={tool.approved !== true}
          onChange={({ target }) =>
            onChange({ ...tool, approved: !target.checked }, { path: at, title: t('Ask before it changes something') })
          }
        />
      )}
      {effect !== 'read' && effect !== 'write' && (
        <p className="text-muted text-base">{t('Deletes data, so a person approves every call.')}</p>
      )}
      {action && action.effect !== effect && (
        <Callout tone="warn">
          <p>{t('This action does something else than when you chose it, so the agent can’t use it as it is.')}</p>
          <div className="mt-2">
            <Button
              size="sm"
              reason={readOnly ?? undefined}
              onClick={() =>
                onChange({ ...tool, effect: action.effect, approved: false }, { path: at, title: t('Effect') })
              }
            >
              {t('Use it as it is now')}
            </Button>
          </div>
        </Callout>
      )}
    </div>
  )
}

/** What is the same in every call, filled in like a step; the model provides the rest. */
function FixedInput({
  action,
  tool,
  path,
  onChange,
  draw,
}: {
  action: AppAction
  tool: JsonObject
  path: string
  onChange: Change
  draw: DrawField
}) {
  const form = useSettingsForm()
  const fixed = objectOrEmpty(tool.fixed)
  // As it was drawn first: emptying the last field does not close it.
  const [isOpen] = useState(Object.keys(fixed).length > 0)
  const account = textOf(tool.credential) || null
  const { id } = action.integration
  const asked =
    form.own && canBeAsked(id)
      ? {
          ...{ integration: id, of: 'action' as const, action: action.id },
          ...{ account, needsAccount: action.needs_account, input: fixed },
        }
      : undefined
  const fields = (asked ? askingFieldsOf : appFieldsOf)(action.input_schema)
  const { keepOpen: _, ...shared } = form
  if (fields.length === 0) return null
  return (
    <details className="group" open={isOpen}>
      <summary className="flex min-h-8 cursor-pointer items-center font-medium text-base">{t('Fixed input')}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-l-2 pt-2 pl-3">
        <p className="text-muted text-base">{t('The same in every call. The model provides what you leave empty.')}</p>
        <FormProvider value={{ ...shared, expression: null, noExpressions: true, ...(asked && { asked }) }}>
          <AppFields
            key={`${id} ${action.id}`}
            // Nothing is required here, and nothing has a usual value: the model provides what is empty.
            fields={fields.map((field) => ({ ...field, required: false, preset: undefined }))}
            value={fixed}
            path={join(path, 'fixed')}
            onChange={(next, at) => onChange(withFixed(tool, objectOrEmpty(next), action.input_schema), at)}
            draw={draw}
          />
        </FormProvider>
      </div>
    </details>
  )
}
