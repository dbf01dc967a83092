import { SNIPPET_LIMITS } from '#contract/workflows/snippet-limits.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { type Asked, type Asking, placeKey } from '#web/canvas/model/edits/snippet-inputs.ts'
import { type Askable, askableOf } from '#web/canvas/model/edits/snippet-parts.ts'
import { useFieldTitle } from '#web/canvas/services/analysis/use-field-title.ts'
import { t } from '#web/lib/language.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

interface Props {
  nodes: readonly WorkflowNode[]
  asking: Asking
  /** Says what is missing. */
  tried: boolean
  onChange: (asking: Asking) => void
}

/** The settings of what is kept, node by node: what is ticked is asked when it is inserted. */
export function AskedFields({ nodes, asking, tried, onChange }: Props) {
  const shown = nodes.filter((node) => askableOf(node).length > 0)
  const change = (key: string, asked: Asked | null) => {
    const next = new Map(asking)
    if (asked) next.set(key, asked)
    else next.delete(key)
    onChange(next)
  }
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 font-medium">{t('Asked when inserted')}</legend>
      <p className="text-muted text-base">
        {shown.length === 0
          ? t('No settings to ask for.')
          : t('Everything else stays as it is. Settings with the same name are asked once.')}
      </p>
      {shown.map((node) => (
        <NodeFields key={node.id} node={node} asking={asking} tried={tried} onChange={change} />
      ))}
    </fieldset>
  )
}

const PREVIEW = 80
const written = (value: string | number | boolean): string =>
  value === true ? t('Yes') : value === false ? t('No') : String(value).slice(0, PREVIEW) || t('Empty')

function NodeFields({
  node,
  asking,
  tried,
  onChange,
}: {
  node: WorkflowNode
  asking: Asking
  tried: boolean
  onChange: (key: string, asked: Asked | null) => void
}) {
  const titleOf = useFieldTitle(node.type)
  const fields = askableOf(node)
  const ticked = fields.filter(({ path }) => asking.has(placeKey(node.id, path))).length
  return (
    <details className="rounded border border-line px-3 py-2" open={ticked > 0 || undefined}>
      <summary className="cursor-pointer">
        <bdi className="font-medium">{node.title}</bdi>{' '}
        <span className="text-muted text-xs">
          {ticked === 0 ? t('{count} settings', { count: fields.length }) : t('{ticked} asked', { ticked })}
        </span>
      </summary>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
        {fields.map((field) => {
          const key = placeKey(node.id, field.path)
          const title = titleOf(field.path, node.config) ?? field.path.join(' › ')
          return (
            <Row
              key={key}
              field={field}
              title={title}
              asked={asking.get(key) ?? null}
              tried={tried}
              onChange={(change) =>
                onChange(key, change && { node: node.id, path: field.path, label: title, part: '', ...change })
              }
            />
          )
        })}
      </div>
    </details>
  )
}

function Row({
  field,
  title,
  asked,
  tried,
  onChange,
}: {
  field: Askable
  title: string
  asked: Asked | null
  tried: boolean
  onChange: (change: Partial<Pick<Asked, 'label' | 'part'>> | null) => void
}) {
  const { value } = field
  const foreign = asked !== null && asked.part !== '' && !String(value).includes(asked.part)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Checkbox
        label={<bdi className="wrap-anywhere">{title}</bdi>}
        help={<bdi className="wrap-anywhere">{written(value)}</bdi>}
        checked={asked !== null}
        onChange={({ target }) => onChange(target.checked ? {} : null)}
      />
      {asked && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pl-7 sm:grid-cols-2">
          <TextField
            label={t('Question')}
            maxLength={SNIPPET_LIMITS.label}
            value={asked.label}
            error={tried && asked.label.trim() === '' ? t('Enter a question') : undefined}
            onChange={({ target }) => onChange({ ...asked, label: target.value })}
          />
          {typeof value === 'string' && (
            <TextField
              label={t('Only this part of the text')}
              optional
              maxLength={SNIPPET_LIMITS.part}
              value={asked.part}
              error={foreign ? t('This text isn’t in the value') : undefined}
              onChange={({ target }) => onChange({ ...asked, part: target.value })}
            />
          )}
        </div>
      )}
    </div>
  )
}
