/** What the settings of a trigger of an app have besides its input: what identifies an item, how often, and a test item. */

import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import type { WorkflowNode } from '#graph/document.ts'
import type { NodeDescription } from '#nodes/describe.ts'
import { isObject } from '#shared/json.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { withKey } from '#web/canvas/model/fields/field-value.ts'
import { accountOf } from '#web/canvas/model/graph/app-step.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { putPin } from '#web/canvas/services/run/pins.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import type { AppTrigger } from '#web/parts/connectors/app-queries.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { FieldView } from './field-view.tsx'
import { type Change, useSettingsForm } from './form/form-context.ts'

interface Props {
  node: WorkflowNode
  trigger: AppTrigger
  description: NodeDescription
  change: Change
}

const plain = (pointer: string): string => pointer.slice(1).replace(/~1/g, '/').replace(/~0/g, '~')

export function TriggerParts({ node, trigger, description, change }: Props) {
  const { readOnly } = useSettingsForm()
  const own = trigger.kind === 'polling' ? ['every_minutes', 'runs'] : []
  const fields = fieldsOf(description.config).filter(({ key }) => own.includes(key))
  const identity = typeof node.config.identity === 'string' ? node.config.identity : ''
  return (
    <>
      {trigger.identities.length > 0 && (
        <Select
          label={t('Same item by')}
          help={t('Items with the same value here are the same item.')}
          disabled={readOnly !== null}
          value={identity || (trigger.identities[0] ?? '')}
          options={trigger.identities.map((pointer) => ({ value: pointer, label: plain(pointer) }))}
          onChange={(event) =>
            change(withKey(node.config, 'identity', event.target.value), { path: 'identity', title: t('Same item by') })
          }
        />
      )}
      {fields.map((field) => (
        <FieldView
          key={field.key}
          field={field}
          value={node.config[field.key]}
          path={field.key}
          onChange={(next, at) => change(withKey(node.config, field.key, next), at)}
        />
      ))}
      {trigger.setup !== null && <Setup setup={trigger.setup} kind={trigger.kind} />}
      <TestItem node={node} trigger={trigger} disabled={readOnly !== null} />
    </>
  )
}

function Setup({ setup, kind }: Pick<AppTrigger, 'kind'> & { setup: string }) {
  const { id } = useDraft()
  return (
    <Callout>
      <p>{setup}</p>
      {kind === 'webhook' && id !== null && (
        <p className="mt-1">
          {fill(
            t('Publish the workflow, then copy what to enter there from its {triggers}.', { triggers: '{triggers}' }),
            {
              triggers: (
                <TextLink href={paths.triggers(id)} external>
                  {t('triggers')}
                </TextLink>
              ),
            },
          )}
        </p>
      )}
    </Callout>
  )
}

/** Pinned to the node, it is what the steps behind it are tried with. */
function TestItem({ node, trigger, disabled }: { node: WorkflowNode; trigger: AppTrigger; disabled: boolean }) {
  const draft = useDraft()
  const [refused, setRefused] = useState<string | null>(null)
  const fetchItem = useAction(async () => {
    setRefused(null)
    const { config } = node
    const { status, output, error } = await call('fetchTriggerSample', {
      params: { id: trigger.integration.id, trigger: trigger.id },
      body: {
        input: isObject(config.input) ? config.input : {},
        account: accountOf(node) as never,
        identity: typeof config.identity === 'string' ? config.identity : '',
      },
    })
    if (status === 'failed') return setRefused(error?.message ?? null)
    await putPin(draft, node.id, { output: config.runs === 'together' ? { items: [output] } : output })
  })
  const problem = refused ?? (fetchItem.error === null ? null : friendly(fetchItem.error))
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size="sm"
        icon={<FlaskConical aria-hidden="true" />}
        busy={fetchItem.busy && t('Fetching...')}
        disabled={disabled}
        onClick={() => void fetchItem.run()}
      >
        {t('Fetch a test item')}
      </Button>
      <p className="text-muted text-base">
        {t('Pins the newest item to this step, so that you can build with real data. Nothing is started.')}
      </p>
      {problem !== null && <Callout tone="bad">{problem}</Callout>}
    </div>
  )
}
