import { KeyRound, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Analysis, ImportReport, ParsedWorkflow } from '#contract/workflows/transfer.ts'
import { readTextAt } from '#nodes/import/untrusted.ts'
import { sayRendered } from '#web/canvas/services/language/say-rendered.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { judgeImport } from './import-verdict.ts'

type Step = ImportReport['steps'][number]

const howWords = (): Record<Step['how'], { label: string; tone: Tone }> => ({
  mapped: { label: t('Same step'), tone: 'good' },
  bridged: { label: t('Bridged'), tone: 'selected' },
  placeholder: { label: t('Placeholder'), tone: 'bad' },
  lost: { label: t('Lost'), tone: 'bad' },
  note: { label: t('Note'), tone: 'outline' },
})

/** What an import makes of one workflow: its steps, what it needs, what to look out for. */
export function ImportPreview({ workflow, titled }: { workflow: ParsedWorkflow; titled: boolean }) {
  const { name, report, analysis } = workflow
  const verdict = judgeImport(workflow)
  const count = (how: Step['how']) => report.steps.filter((step) => step.how === how).length
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h3 className={titled ? 'break-words text-lg' : 'sr-only'}>{name}</h3>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Stat label={t('Direct match')} value={formatNumber(count('mapped'))} />
        <Stat label={t('Replaced by HTTP calls')} value={formatNumber(count('bridged'))} />
        <Stat label={t('No counterpart')} value={formatNumber(count('placeholder') + count('lost'))} />
        <Stat label={t('Kept as notes')} value={formatNumber(count('note'))} />
      </dl>
      <Callout tone={verdict.tone} title={verdict.title}>
        {verdict.text}
      </Callout>
      <Needed credentials={analysis.credentials} />
      <Risks risks={analysis.risks} />
      <Warnings warnings={report.warnings} />
      <Part title={t('Steps')} count={report.steps.length}>
        <Table
          caption={t('Steps of {name}', { name })}
          columns={stepColumns(workflow.document)}
          rows={report.steps}
          rowKey={(step) => `${step.node} ${step.name}`}
        />
      </Part>
    </section>
  )
}

/** The action of an app that a step became; empty where it became something else. */
function becameOf(document: ParsedWorkflow['document'], { node }: Step): string {
  const nodes = Array.isArray(document.nodes) ? document.nodes : []
  const made = nodes.find((one) => readTextAt(one, 'id') === node) ?? null
  // What brings an answer into the form of n8n has the id of the step, what does it is right before.
  const call = nodes.find((one) => readTextAt(one, 'id') === `${node}_call`) ?? made
  const title = readTextAt(call, 'config', 'title')
  const type = readTextAt(call, 'type') ?? ''
  return type.startsWith('app_') && title ? title : ''
}

const stepColumns = (document: ParsedWorkflow['document']): Column<Step>[] => [
  {
    key: 'name',
    header: t('Step'),
    className: 'max-w-64 truncate font-medium',
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    key: 'how',
    header: t('Becomes'),
    cell: (step) => (
      <span className="flex flex-wrap items-center gap-2 py-1">
        <Badge tone={howWords()[step.how].tone}>{howWords()[step.how].label}</Badge>
        <span className="text-muted text-xs">{becameOf(document, step)}</span>
      </span>
    ),
  },
  {
    key: 'from',
    header: t('Was'),
    className: 'max-w-72 truncate text-muted text-base',
    cell: ({ from }) => <span title={from}>{from}</span>,
  },
]

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="font-semibold">
        {title} <span className="font-normal text-muted tabular-nums">{formatNumber(count)}</span>
      </h4>
      {children}
    </div>
  )
}

const needed = (): Record<string, string> => ({ workflow: t('A workflow'), model: t('A model'), value: t('A value') })

function Needed({ credentials }: { credentials: Analysis['credentials'] }) {
  // Accounts at apps are chosen below, each app once.
  const open = credentials.filter(({ chosen, type }) => !chosen && type !== 'app_account')
  return (
    <Part title={t('Choose before you run it')} count={open.length}>
      <ul className="grid gap-1">
        {open.map(({ node, field, type, name }) => (
          <li key={`${node} ${field}`} className="flex items-baseline gap-2">
            <KeyRound aria-hidden="true" className="size-3.5 shrink-0 self-center text-muted" />
            <span className="min-w-0 break-words">
              {needed()[type] ?? t('A credential ({type})', { type: type.replaceAll('_', ' ') })}
              {name && <> {t('for “{name}”', { name })}</>}{' '}
              <span className="text-muted text-xs">{t('in {node}', { node })}</span>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const severityWords = (): Record<Analysis['risks'][number]['severity'], { label: string; tone: Tone }> => ({
  high: { label: t('High'), tone: 'bad' },
  medium: { label: t('Medium'), tone: 'warn' },
  low: { label: t('Low'), tone: 'neutral' },
})

function Risks({ risks }: { risks: Analysis['risks'] }) {
  return (
    <Part title={t('Risks')} count={risks.length}>
      <ScrollRegion label={t('Risks')} className="max-h-96 surface-card">
        <ul>
          {risks.map((risk) => (
            <li
              key={`${risk.code} ${risk.node} ${risk.field}`}
              className="flex gap-3 border-line border-b px-4 py-2.5 last:border-0"
            >
              <span className="w-16 shrink-0 pt-0.5">
                <Badge tone={severityWords()[risk.severity].tone}>{severityWords()[risk.severity].label}</Badge>
              </span>
              <span className="min-w-0">
                <span className="block break-words">{sayRendered(risk.message)}</span>
                <span className="block text-muted text-xs">{sayRendered(risk.advice)}</span>
              </span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </Part>
  )
}

type Warning = ImportReport['warnings'][number]
const textOf = ({ step, message }: Warning) => `${step} ${message}`

function Warnings({ warnings }: { warnings: Warning[] }) {
  const distinct = [...new Map(warnings.map((warning) => [textOf(warning), warning])).values()]
  return (
    <Part title={t('To check')} count={distinct.length}>
      <ScrollRegion label={t('To check')} className="max-h-96 surface-card">
        <ul>
          {distinct.map((warning) => (
            <li key={textOf(warning)} className="flex gap-3 border-line border-b px-4 py-2.5 last:border-0">
              <TriangleAlert aria-hidden="true" className="mt-1 size-3.5 shrink-0 text-warn" />
              <span className="min-w-0 break-words">
                {warning.step && <strong className="font-medium">{warning.step}: </strong>}
                {sayRendered(warning.message)}
              </span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </Part>
  )
}
