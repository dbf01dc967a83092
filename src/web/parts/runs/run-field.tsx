import { Suspense } from 'react'
import { useRuntimeLimits } from '#web/api/use-site.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { FieldValue, FormField } from './form-shape.ts'

const KnowledgeField = lazyPart(
  () => import('./knowledge-field.tsx'),
  (m) => m.KnowledgeField,
)

/** What the server takes; what an agent makes of it, its help says. */
export const ACCEPTED = '.pdf,.docx,.xlsx,.txt,.md,.csv,.png,.jpg,.jpeg'

export interface RunFieldProps {
  field: FormField
  value: FieldValue
  error: string | undefined
  disabled: boolean
  /** Its name is already shown directly above. */
  hideLabel?: boolean
  onChange: (value: FieldValue) => void
}

interface FileFieldProps {
  help: string | undefined
  file: File | null
  error: string | undefined
  disabled: boolean
  onFile: (file: File | null) => void
}

function FileField(props: FileFieldProps) {
  const { upload_mb } = useRuntimeLimits()
  return <FileDrop label={t('Choose a file')} accept={ACCEPTED} maxBytes={upload_mb * 1_000_000} {...props} />
}

/** The control that fits a field of the input. */
export function RunField({ field, value, error, disabled, hideLabel, onChange }: RunFieldProps) {
  const { name, kind, label, help, required, options } = field
  const text = typeof value === 'string' ? value : ''
  const shared = {
    name,
    label,
    error,
    disabled,
    optional: !required,
    ...(hideLabel && { hideLabel }),
    ...(help && { help }),
  }
  const typed = {
    ...shared,
    value: text,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  switch (kind) {
    case 'file':
      return (
        <FileField
          help={help}
          file={value instanceof File ? value : null}
          onFile={onChange}
          error={error}
          disabled={disabled}
        />
      )
    case 'boolean':
      return (
        <Checkbox
          name={name}
          label={label}
          help={help}
          disabled={disabled}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'select':
      // Where nothing is chosen for a person, nothing looks chosen.
      return <Select {...typed} options={required && text !== '' ? options : [{ value: '', label: '' }, ...options]} />
    case 'knowledge':
      return (
        <Suspense fallback={<Spinner />}>
          <KnowledgeField {...shared} value={text} onChange={onChange} />
        </Suspense>
      )
    case 'textarea':
    case 'json':
      return <TextArea {...typed} rows={kind === 'json' ? 5 : 7} mono={kind === 'json'} />
    case 'number':
      return <TextField {...typed} inputMode="decimal" />
    default:
      return <TextField {...typed} type={kind === 'date' || kind === 'email' ? kind : 'text'} />
  }
}
