import { Download } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { AgentImportPreview, ImportedAgents } from '#contract/agents/agent-import.ts'
import { AGENT_IMPORT } from '#contract/agents/agent-import-limits.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { decodeCsv } from '#web/lib/decode-csv.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PreviewTable } from './preview-table.tsx'

const templateQuery = q('getAgentTemplate', { query: { format: 'csv' } })

export const loader = () => load(templateQuery)

/** The mark tells spreadsheets that the file is UTF-8. */
const MARK = '\uFEFF'
const notText = () => t('This isn’t a text file in UTF-8. In your spreadsheet, choose “CSV UTF-8” and save it again.')

/** A refusal of the whole file says what is wrong with it; a refusal by rows is shown in the rows. */
const failureText = (error: unknown): string =>
  error instanceof ApiError && error.problems.length > 0
    ? (error.problems[0]?.message ?? error.message)
    : friendly(error)

interface Chosen {
  file: File
  csv: string
  /** One for each choice, so that confirming twice imports once. */
  key: string
  preview: AgentImportPreview
}

/** Agents from elsewhere, as drafts: the template, a file, what it would create, and the drafts. */
export function Component() {
  const [done, setDone] = useState<ImportedAgents | null>(null)
  return (
    <SellerFrame
      title={t('Import agents')}
      intro={t(
        'Bring agents you have elsewhere: fill in the template, check the preview, and create all drafts at once.',
      )}
    >
      {done ? <Imported imported={done} onAgain={() => setDone(null)} /> : <Steps onDone={setDone} />}
    </SellerFrame>
  )
}

function Steps({ onDone }: { onDone: (imported: ImportedAgents) => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [unreadable, setUnreadable] = useState<string>()
  // A file that was chosen while another one is still being read wins.
  const latest = useRef<File | null>(null)
  const reading = useAction(async (next: File) => {
    const csv = decodeCsv(new Uint8Array(await next.arrayBuffer()))
    if (csv === null) return setUnreadable(notText())
    const preview = await call('previewAgentImport', { body: { csv } }, { exact: true })
    if (latest.current === next) setChosen({ file: next, csv, key: crypto.randomUUID(), preview })
  })
  const choose = (next: File | null) => {
    latest.current = next
    setFile(next)
    setChosen(null)
    setUnreadable(undefined)
    if (next) void reading.run(next)
  }
  const error = unreadable ?? (reading.error !== null && file ? failureText(reading.error) : undefined)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Template />
      <Card>
        <CardHeader title={t('Your file')}>
          {t('Up to {rows} agents. Nothing is created before you confirm.', { rows: formatNumber(AGENT_IMPORT.rows) })}
        </CardHeader>
        <FileDrop
          label={t('Choose a CSV file')}
          accept=".csv"
          maxBytes={AGENT_IMPORT.characters}
          file={file}
          onFile={choose}
          error={error}
          disabled={reading.busy}
        />
        <p role="status" className="mt-2 text-muted text-base empty:hidden">
          {reading.busy && t('Reading the file...')}
        </p>
      </Card>
      {chosen && <Preview key={chosen.key} chosen={chosen} onDone={onDone} />}
    </div>
  )
}

function Template() {
  const { name, columns, template } = useData(templateQuery)
  const id = useId()
  return (
    <Card>
      <CardHeader
        title={t('Template')}
        aside={
          <Button
            icon={<Download aria-hidden="true" />}
            onClick={() => saveFile(name, `${MARK}${template}`, 'text/csv;charset=utf-8')}
          >
            {t('Download template')}
          </Button>
        }
      >
        {t('One row is one agent. The example in it can be replaced.')}
      </CardHeader>
      <details>
        <summary className="min-h-8 cursor-pointer font-medium" id={id}>
          {t('Columns')}
        </summary>
        <dl aria-labelledby={id} className="mt-2 grid gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
          {columns.map((column) => (
            <div key={column.name} className="contents">
              <dt className="font-mono text-xs">
                {column.name}
                {column.required && <span className="font-sans text-muted"> {t('(required)')}</span>}
              </dt>
              <dd className="wrap-anywhere text-muted text-xs max-sm:mb-2">{column.description}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  )
}

function Preview({
  chosen: { csv, key, preview },
  onDone,
}: {
  chosen: Chosen
  onDone: (made: ImportedAgents) => void
}) {
  const { rows, faulty } = preview
  const creating = useAction(async () => {
    const made = await call('importAgents', { body: { csv, idempotency_key: key } }, { exact: true })
    await refresh('listOwnAgents', 'listHub')
    onDone(made)
  })
  const isFaulty = faulty > 0
  return (
    <Card>
      <CardHeader
        title={t('Preview')}
        aside={
          <Button
            variant="primary"
            reason={isFaulty ? t('Fix the rows with problems first') : undefined}
            busy={creating.busy && t('Creating...')}
            onClick={() => void creating.run()}
          >
            {rows.length === 1 ? t('Create 1 draft') : t('Create {count} drafts', { count: formatNumber(rows.length) })}
          </Button>
        }
      >
        {isFaulty
          ? t(
              '{rows} of {all} can’t be imported. Fix the file and choose it again: it’s imported whole or not at all.',
              {
                rows: faulty === 1 ? t('1 row') : t('{count} rows', { count: formatNumber(faulty) }),
                all: formatNumber(rows.length),
              },
            )
          : t('Nothing is public yet: each draft continues where you publish agents.')}
      </CardHeader>
      {creating.error !== null && (
        <div className="mb-4">
          <Callout tone="bad">{failureText(creating.error)}</Callout>
        </div>
      )}
      <PreviewTable rows={rows} />
    </Card>
  )
}

function Imported({ imported: { agents }, onAgain }: { imported: ImportedAgents; onAgain: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone, and with it the focus.
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Card>
        <CardHeader
          title={
            agents.length === 1
              ? t('1 draft created')
              : t('{count} drafts created', { count: formatNumber(agents.length) })
          }
        >
          {t(
            'Continue each one where you publish agents: choose its workflow’s steps, add a sample, and submit it for review.',
          )}
        </CardHeader>
        <ul className="grid gap-1.5">
          {agents.map(({ id, name }) => (
            <li key={id} className="wrap-anywhere">
              <TextLink href={paths.sellerAgent(id)}>
                <bdi>{name}</bdi>
              </TextLink>
            </li>
          ))}
        </ul>
        <div className="mt-4 flex flex-wrap gap-2">
          <LinkButton href={paths.sellerAgents({ phase: 'draft' })} variant="primary">
            {t('Show all drafts')}
          </LinkButton>
          <Button onClick={onAgain}>{t('Import another file')}</Button>
        </div>
      </Card>
    </div>
  )
}
