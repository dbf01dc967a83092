import { FileText, Plus, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BENCH } from '#contract/agents/bench-limits.ts'
import type { Bench } from '#contract/agents/benches.ts'
import { useAction } from '#web/api/action.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { type CaseText, caseProblem } from '#web/parts/agents/cases/case-text.ts'
import { fieldValue, readFileId, setField } from '#web/parts/agents/cases/sample-input.ts'
import { ScorerFields } from '#web/parts/agents/cases/scorer-fields.tsx'
import type { FormField, FormShape } from '#web/parts/runs/form-shape.ts'
import { RunField } from '#web/parts/runs/run-field.tsx'
import { uploadOnce } from '#web/parts/runs/start-run.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { emptyCase, fileInput, parseCaseTable, parseCsv } from './cases.ts'
import type { Draft } from './use-draft.ts'

const ACCEPTED = '.pdf,.docx,.xlsx,.txt,.md,.csv,.png,.jpg,.jpeg'

/** The first field of each agent that takes a file. */
function fileFields({ agents, fields, same_as }: Bench, shape: FormShape): string[] {
  const files = new Set(shape.fields.filter(({ kind }) => kind === 'file').map(({ name }) => name))
  const firsts = agents.flatMap((_, at) => {
    const own = fields.filter((field) => field.agents.includes(at)).map(({ name }) => same_as[name] ?? name)
    const first = own.find((name) => files.has(name))
    return first === undefined ? [] : [first]
  })
  return [...new Set(firsts)]
}

/** The cases: typed, one of each file, or from the rows of a table. */
export function Cases({ bench, draft, shape }: { bench: Bench; draft: Draft; shape: FormShape }) {
  const [note, setNote] = useState<string | null>(null)
  const { cases, setCases } = draft
  const files = fileFields(bench, shape)
  const room = BENCH.cases - cases.length
  const takeFiles = useAction(async (chosen: readonly File[]) => {
    setNote(
      chosen.length > room
        ? t('{count} files were skipped: a bench can have up to {most} cases.', {
            count: chosen.length - room,
            most: BENCH.cases,
          })
        : null,
    )
    for (const file of chosen.slice(0, room)) {
      const id = await uploadOnce(file)
      setCases((known) => [...known, emptyCase(fileInput(files, id), file.name.slice(0, BENCH.name))])
    }
  })
  const takeTable = useAction(async ([file]: readonly File[]) => {
    if (!file) return
    const found = parseCaseTable(parseCsv(await file.text()), shape.fields, room)
    const said = [t('{count} cases added from the table.', { count: found.cases.length })]
    if (found.left.length > 0) said.push(t('There’s no field named {columns}.', { columns: found.left.join(', ') }))
    if (found.more > 0)
      said.push(
        t('{count} rows were skipped: a bench can have up to {most} cases.', { count: found.more, most: BENCH.cases }),
      )
    setNote(said.join(' '))
    setCases((known) => [...known, ...found.cases])
  })
  const full = room <= 0 ? t('A bench can have up to {most} cases.', { most: BENCH.cases }) : undefined
  const error = takeFiles.error ?? takeTable.error
  return (
    <section aria-labelledby="cases" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="cases" className="text-xl">
          {t('Cases')}
        </h2>
        <p className="text-muted text-base">{t('{count} of {most}', { count: cases.length, most: BENCH.cases })}</p>
      </div>
      {cases.length > 0 && (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {cases.map((text, at) => (
            <CaseEditor
              key={text.key}
              number={at + 1}
              text={text}
              shape={shape}
              onChange={(change) =>
                setCases((known) => known.map((one) => (one.key === text.key ? { ...one, ...change } : one)))
              }
              onRemove={() => setCases((known) => known.filter(({ key }) => key !== text.key))}
            />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Plus aria-hidden="true" />}
          reason={full}
          onClick={() => setCases((known) => [...known, emptyCase()])}
        >
          {t('Add case')}
        </Button>
        {files.length > 0 && (
          <FileButton
            accept={ACCEPTED}
            many
            icon={<FileText aria-hidden="true" />}
            disabled={full !== undefined || takeFiles.busy}
            onFiles={(chosen) => void takeFiles.run(chosen)}
          >
            {takeFiles.busy ? t('Uploading...') : t('Add files (one case per file)')}
          </FileButton>
        )}
        <FileButton
          accept=".csv,text/csv"
          icon={<Table2 aria-hidden="true" />}
          disabled={full !== undefined}
          onFiles={(chosen) => void takeTable.run(chosen)}
        >
          {t('Add from CSV')}
        </FileButton>
      </div>
      <p className="text-muted text-base">
        {t('Name the columns like the fields. Add “expected” and “name” columns if you like.')}
      </p>
      {note !== null && <Callout>{note}</Callout>}
      {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
    </section>
  )
}

interface EditorProps {
  number: number
  text: CaseText
  shape: FormShape
  onChange: (change: Partial<CaseText>) => void
  onRemove: () => void
}

function CaseEditor({ number, text, shape, onChange, onRemove }: EditorProps) {
  const problem = text.expected.trim() === '' ? undefined : caseProblem({ ...text, name: 'x' })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 surface-card p-4">
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            label={t('Case {number}', { number })}
            placeholder={t('Case name')}
            value={text.name}
            maxLength={BENCH.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </div>
        <IconButton label={t('Remove case {number}', { number })} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {shape.fields.map((field) => (
            <Field key={field.name} field={field} text={text} onChange={onChange} />
          ))}
        </div>
        <ScorerFields text={text} optional error={problem} onChange={onChange} />
      </div>
    </li>
  )
}

function Field({
  field,
  text,
  onChange,
}: {
  field: FormField
  text: CaseText
  onChange: (change: Partial<CaseText>) => void
}) {
  const value = text.input[field.name]
  const upload = useAction(async (file: File) => {
    const file_id = await uploadOnce(file)
    onChange({
      input: { ...text.input, [field.name]: { file_id } },
      ...(text.name === '' && { name: file.name.slice(0, BENCH.name) }),
    })
  })
  const has = readFileId(value) !== null
  if (field.kind === 'file' && has)
    return (
      <p className="flex items-center justify-between gap-2 rounded border border-line px-3 py-2">
        <span className="flex min-w-0 items-center gap-2">
          <FileText aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="truncate">{t('{label}: file added', { label: field.label })}</span>
        </span>
        <Button size="sm" onClick={() => onChange({ input: setField(text.input, field, '') })}>
          {t('Remove')}
        </Button>
      </p>
    )
  return (
    <RunField
      field={field}
      value={field.kind === 'file' ? null : fieldValue(field, value)}
      error={upload.error === null ? undefined : friendly(upload.error)}
      disabled={upload.busy}
      onChange={(next) => {
        if (next instanceof File) void upload.run(next)
        else if (next !== null) onChange({ input: setField(text.input, field, next) })
      }}
    />
  )
}
