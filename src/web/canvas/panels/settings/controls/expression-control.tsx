import { Maximize2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { shownText } from '#web/canvas/model/fields/field-value.ts'
import { type Broken, findBrokenReferences, repairReference } from '#web/canvas/panels/expression/broken.ts'
import type { Mark } from '#web/canvas/panels/expression/controlled-editor.ts'
import { converterFor, onlySource } from '#web/canvas/panels/expression/converters.ts'
import type { EditorHandle, EditorProps } from '#web/canvas/panels/expression/editor.tsx'
import { ExpressionBox } from '#web/canvas/panels/expression/expression-box.tsx'
import { LargeEditor } from '#web/canvas/panels/expression/large-editor.tsx'
import { ItemSteps, LiveResult, useEvaluated } from '#web/canvas/panels/expression/live-result.tsx'
import { useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import type { ControlProps } from './control-props.ts'

const NONE: readonly Mark[] = []

/** Where an expression cannot be read, and which of its references lead nowhere. */
function marksOf(text: string, broken: readonly Broken[], failedAt: number | null): readonly Mark[] {
  const marks = broken.map(({ id, from, to }) => ({ from, to, message: t('“{id}” cannot be read here', { id }) }))
  if (failedAt !== null && marks.length === 0)
    marks.push({
      from: Math.max(0, Math.min(failedAt, text.length) - 1),
      to: Math.min(failedAt + 1, text.length),
      message: '',
    })
  return marks.length === 0 ? NONE : marks
}

/** A text with `{{ }}` in it or, where the node evaluates it per item, an expression alone; with what it gives. */
export function ExpressionControl(
  props: ControlProps & {
    autoFocus: boolean
    editor: RefObject<EditorHandle | null>
    /** The values there are were asked for by a sign. */
    onPick?: ((sign: string) => void) | undefined
  },
) {
  const { field, value, onChange, ids, disabled, autoFocus } = props
  const { expression } = useSettingsForm()
  const [large, setLarge] = useState(false)
  const perItem = field.expression === 'per_item'
  const text = shownText(value)
  const readable = expression && (perItem ? expression.perItem : expression.whole)
  const scope = readable?.scope ?? null
  const result = useEvaluated(text, readable?.bindings ?? null, perItem)
  const broken =
    scope && !perItem
      ? findBrokenReferences(
          text,
          scope.nodes.map(({ id }) => id),
        )
      : []
  const failedAt = result && 'failure' in result ? result.at : null
  const editor: EditorProps = {
    text,
    onChange: (next) => onChange(next === '' ? undefined : next),
    label: field.title,
    attributes: {
      id: ids.id,
      ...(ids['aria-describedby'] && { 'aria-describedby': ids['aria-describedby'] }),
      ...(ids['aria-invalid'] && { 'aria-invalid': 'true' }),
    },
    disabled,
    hint: field.placeholder || (perItem ? 'price > 100' : ''),
    perItem,
    scope: () => scope,
    marks: marksOf(text, broken, failedAt),
    autoFocus,
    onPick: props.onPick,
  }
  const invalid = ids['aria-invalid'] === true || broken.length > 0
  const below = (
    <>
      <LiveResult result={result} said={expression?.said ?? ''} />
      {perItem && expression && <ItemSteps {...expression.items} />}
      <Fixes broken={broken} disabled={disabled} onFix={(one, to) => onChange(repairReference(text, one, to))} />
      {result && 'value' in result && <Fit {...props} text={text} given={result.value} perItem={perItem} />}
    </>
  )
  return (
    <div className="grid gap-1.5">
      <div className="relative">
        <ExpressionBox {...editor} ref={props.editor} invalid={invalid} />
        <IconButton
          size="sm"
          label={t('Edit {title} in a large editor', { title: field.title })}
          onClick={() => setLarge(true)}
          className="absolute! right-1 bottom-1 bg-surface/80 [&_svg]:size-3.5!"
        >
          <Maximize2 aria-hidden="true" />
        </IconButton>
      </div>
      {below}
      {large && (
        <LargeEditor
          title={field.title}
          // The list of values would lie under it.
          editor={{ ...editor, onPick: undefined }}
          invalid={invalid}
          result={below}
          onClose={() => setLarge(false)}
        />
      )}
    </div>
  )
}

/** References that lead nowhere, each with the one that was probably meant. */
function Fixes({
  broken,
  disabled,
  onFix,
}: {
  broken: readonly Broken[]
  disabled: boolean
  onFix: (one: Broken, to: string) => void
}) {
  return broken.map((one) => (
    <p key={one.from} className="flex flex-wrap items-center gap-2 text-bad text-base">
      <span className="min-w-0 break-words">
        {fill(t('No node named {id} runs before this one.', { id: '{id}' }), {
          id: <code className="font-mono">{one.id}</code>,
        })}
      </span>
      {one.nearest !== null && (
        <Button size="sm" disabled={disabled} onClick={() => one.nearest !== null && onFix(one, one.nearest)}>
          {t('Use {nearest}', { nearest: one.nearest })}
        </Button>
      )}
    </p>
  ))
}

/** A value of another kind than the field takes, and what turns it. */
function Fit({
  field,
  text,
  given,
  perItem,
  onChange,
  disabled,
}: ControlProps & { text: string; given: ControlProps['value']; perItem: boolean }) {
  const source = perItem ? null : onlySource(text)
  const converter = source === null ? null : converterFor(field.control, given)
  if (!converter || source === null) return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-base text-warn">
      <span className="min-w-0">{converter.said}</span>
      <Button size="sm" disabled={disabled} onClick={() => onChange(`{{ ${converter.wrap(source)} }}`)}>
        {converter.label}
      </Button>
    </p>
  )
}
