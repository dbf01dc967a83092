import { t } from '#web/lib/language.ts'
import { PermissionList } from '#web/parts/agents/listing/permission-list.tsx'
import { type FieldKind, formShape } from '#web/parts/runs/form-shape.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import type { OwnDraft } from './use-own-draft.ts'

/** What buyers enter in a field, in a word. */
const kindText = (kind: FieldKind): string =>
  ({
    text: t('text'),
    textarea: t('long text'),
    number: t('number'),
    boolean: t('boolean'),
    select: t('select'),
    file: t('file'),
    email: t('email'),
    date: t('date'),
    knowledge: t('knowledge'),
    json: 'json',
  })[kind]

/** What runs, what buyers fill in, and what the platform reads off it. */
export function WorkflowStep({ own: { agent, draft, set } }: { own: OwnDraft }) {
  const problems = agent.checklist.filter(({ step, done }) => step === 'workflow' && !done)
  const { fields } = formShape(agent.input_schema)
  return (
    <>
      {problems.map(({ key, title, reason }) => (
        <Callout key={key} tone="bad" title={title}>
          {reason}
        </Callout>
      ))}
      <Card>
        <CardHeader
          title={t('The workflow')}
          aside={
            agent.workflow && (
              <LinkButton href={paths.designer(agent.workflow.id)}>{t('Open in the designer')}</LinkButton>
            )
          }
        >
          {t(
            'Submitting creates a version from the current workflow. Later changes never reach buyers without a review.',
          )}
        </CardHeader>
        <p className="font-medium">
          <bdi>{agent.workflow?.name ?? t('The workflow is archived')}</bdi>
        </p>
        <div className="mt-4">
          <Checkbox
            label={t('Show its steps to everyone')}
            help={t(
              "Which steps there are, what leads where and, for people who run the agent, what each step gave. This includes runs that fail or that they cancel, which cost them nothing. Settings and prompts aren't shown. If no step sends anything, uses a credential or names a model, buyers can use their own AI model, which then receives the prompt and data of each step that asks one.",
            )}
            checked={draft.workflow_open}
            onChange={(event) => set({ workflow_open: event.target.checked })}
          />
        </div>
      </Card>
      <Card>
        <CardHeader title={t('Buyer’s form')}>
          {t('The form of the workflow’s first step. Edit it in the designer.')}
        </CardHeader>
        {fields.length === 0 ? (
          <p className="text-muted">{t('Nothing: buyers start a run with a button.')}</p>
        ) : (
          <ul className="grid gap-2">
            {fields.map(({ name, label, kind, required, help }) => (
              <li key={name} className="grid gap-0.5 rounded border border-line px-3 py-2">
                <span className="font-medium">
                  {label}{' '}
                  <span className="font-normal text-muted text-xs">
                    · {kindText(kind)}
                    {required ? '' : `, ${t('optional')}`}
                  </span>
                </span>
                {help && <span className="text-muted text-xs">{help}</span>}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card>
        <CardHeader title={t('Permissions and data')}>
          {t('Determined from the workflow by the platform. Buyers see it before they buy.')}
        </CardHeader>
        <PermissionList permissions={agent.permissions} />
      </Card>
    </>
  )
}
