import { FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { useAction } from '#web/api/action.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { fieldValue, readFileId, setField } from '#web/parts/agents/cases/sample-input.ts'
import { type FormField, formShape, withoutKnowledge } from '#web/parts/runs/form-shape.ts'
import { RunField } from '#web/parts/runs/run-field.tsx'
import { uploadOnce } from '#web/parts/runs/start-run.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

interface Sample {
  title: string
  input: JsonObject
}
interface Props {
  number: number
  sample: Sample
  schema: JsonObject
  files: readonly { id: string; name: string }[]
  /** Told how, not what: other fields may change while a document is uploaded. */
  onChange: (how: ChangeSample) => void
  /** Null while a document is uploaded: it belongs to its place in the list. */
  onRemove: (() => void) | null
  during: (work: () => Promise<void>) => Promise<void>
}
export type ChangeSample = (sample: Sample) => Sample
type ChangeInput = (input: JsonObject) => JsonObject

/** One sample: its title and the fields of the form. */
export function SampleEditor({ number, sample, schema, files, onChange, onRemove, during }: Props) {
  const { fields } = withoutKnowledge(formShape(schema))
  const { input } = sample
  const changeInput = (how: ChangeInput) => onChange((now) => ({ ...now, input: how(now.input) }))
  return (
    <>
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            label={t('Title of sample {number}', { number })}
            value={sample.title}
            maxLength={PUBLISHING.sample_title}
            placeholder={t('Two-page discharge summary')}
            onChange={({ target: { value } }) => onChange((now) => ({ ...now, title: value }))}
          />
        </div>
        <IconButton
          label={t('Remove sample {number}', { number })}
          disabled={onRemove === null}
          onClick={() => onRemove?.()}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      {fields.map((field) =>
        field.kind === 'file' ? (
          <FileField key={field.name} field={field} input={input} files={files} onInput={changeInput} during={during} />
        ) : (
          <RunField
            key={field.name}
            field={field}
            value={fieldValue(field, input[field.name])}
            error={undefined}
            disabled={false}
            onChange={(value) => {
              if (typeof value === 'string' || typeof value === 'boolean')
                changeInput((now) => setField(now, field, value))
            }}
          />
        ),
      )}
      {fields.length === 0 && <RawInput input={input} onInput={(next) => changeInput(() => next)} />}
    </>
  )
}

function FileField({
  field,
  input,
  files,
  onInput,
  during,
}: {
  field: FormField
  input: JsonObject
  files: Props['files']
  onInput: (how: ChangeInput) => void
  during: Props['during']
}) {
  const [chosen, setChosen] = useState<File | null>(null)
  const id = readFileId(input[field.name])
  const name = files.find((file) => file.id === id)?.name
  const take = useAction((file: File) =>
    during(async () => {
      const file_id = await uploadOnce(file)
      onInput((now) => ({ ...now, [field.name]: { file_id } }))
    }),
  )
  const change = (file: File | null) => {
    setChosen(file)
    if (file) void take.run(file)
    else onInput(({ [field.name]: _, ...rest }) => rest)
  }
  return (
    <div className="grid gap-2">
      <p className="font-medium text-base">{field.label}</p>
      {id && !chosen && (
        <p className="flex items-center gap-2 text-base [&_svg]:size-4">
          <FileText aria-hidden="true" />
          <bdi>{name ?? t('Document size')}</bdi>
        </p>
      )}
      <RunField
        field={{ ...field, required: false }}
        hideLabel
        value={chosen}
        error={take.error === null ? undefined : friendly(take.error)}
        disabled={take.busy}
        onChange={(value) => change(value instanceof File ? value : null)}
      />
      {take.busy && <p role="status">{t('Uploading...')}</p>}
    </div>
  )
}

/** Without a form an input is written as it is sent. */
function RawInput({ input, onInput }: { input: JsonObject; onInput: (input: JsonObject) => void }) {
  const [text, setText] = useState(() => JSON.stringify(input, null, 2))
  const [wrong, setWrong] = useState(false)
  return (
    <>
      <TextArea
        label={t('Input')}
        mono
        rows={4}
        value={text}
        help={t('JSON input for the workflow.')}
        onChange={(event) => {
          setText(event.target.value)
          try {
            const read: unknown = JSON.parse(event.target.value)
            const fits = isObject(read)
            setWrong(!fits)
            if (fits) onInput(read as JsonObject)
          } catch {
            setWrong(true)
          }
        }}
      />
      {wrong && <Callout tone="bad">{t('This isn’t a valid JSON object. The last valid input is kept.')}</Callout>}
    </>
  )
}
