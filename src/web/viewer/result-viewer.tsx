import { TriangleAlert } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RunReview } from '#contract/runs/decisions.ts'
import type { Execution } from '#contract/runs/executions.ts'
import type { CheckedDecisions, Decision } from '#findings/decision.ts'
import { type Finding, findingsOf, type Tab } from '#findings/finding.ts'
import { type Place, type Result, readResult } from '#findings/result.ts'
import { tabsOf } from '#findings/views.ts'
import { t } from '#web/lib/language.ts'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'
import { type Checked, useCheckedDecisions } from './checked-decisions.ts'
import { Conflicts } from './conflicts.tsx'
import { acceptedCodes, CopyCodes, copyCodes } from './copy-codes.tsx'
import { type RunDecisions, useDecisions } from './decisions.ts'
import { DocumentPane } from './document-pane.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FindingItem } from './finding-item.tsx'
import { FoundTable } from './found-table.tsx'
import { MadeFiles } from './made-files.tsx'
import { MakeReviewedCase } from './make-reviewed-case.tsx'
import { PassagePane } from './passage-pane.tsx'
import { redactionChanges } from './redaction-changes.ts'
import { type Selection, stepped } from './selection.ts'
import { SignOffBar } from './sign-off-bar.tsx'
import './reader.ts'
import { useViewerKeys } from './use-viewer-keys.ts'

/** The result of a run: the document on the left, what was found in it on the right. */
export function ResultViewer({
  run,
  height = 'lg:h-[calc(100dvh-6rem)] lg:min-h-120',
  findingsFirst = false,
  onSigned,
}: {
  run: Pick<Execution, 'output' | 'view' | 'disclaimer'> & {
    id: string
    /** Of a run whose owner looks at it. */
    abilities?: Pick<Execution['abilities'], 'make_case'>
  }
  /** Class of the height where document and findings have a column each. */
  height?: string
  /** On a phone the document is below what was found, where it stays in sight. */
  findingsFirst?: boolean
  /** What follows when its document is signed off. */
  onSigned?: (review: RunReview) => void
}) {
  const result = readResult(run.output, run.view, run.disclaimer)
  const tabs = tabsOf(result)
  const all = tabs.flatMap(findingsOf)
  const own = useDecisions(
    run.id,
    all.map(({ id }) => id),
  )
  const checked = useCheckedDecisions(tabs, own.decisions)
  const { decisions } = checked
  const open = all.map(({ id }) => id).filter((id) => !decisions[id])
  const decided = all.length - open.length
  const codes = acceptedCodes(all, decisions)
  return (
    <div className="grid gap-3">
      <Unknown checked={checked} />
      <Refused run={own} />
      <Conflicts findings={all} run={own} />
      <MadeFiles
        run={run.id}
        data={result.data}
        changes={result.view === 'phi' ? redactionChanges(all, decisions) : null}
      />
      <Findings
        findingsFirst={findingsFirst}
        result={result}
        tabs={tabs}
        decisions={decisions}
        onDecide={own.decide}
        closed={own.closed}
        height={height}
        onCopy={() => void copyCodes(codes)}
        footer={
          all.length > 0 && (
            <>
              <span role="status" className="mr-auto tabular-nums">
                {t('{count} of {all} decided', { count: decided, all: all.length })}
                {own.state.unsaved && ` · ${t('Not saved yet. Trying again...')}`}
              </span>
              <KeyNames />
              {all.some(({ system }) => system) && <CopyCodes codes={codes} />}
              <ExportMenu id={run.id} result={result} tabs={tabs} checked={checked} run={own} />
              {run.abilities?.make_case.allowed && own.review !== null && (
                <MakeReviewedCase review={own.review} undecided={open.length} unsaved={own.state.unsaved} />
              )}
              <SignOffBar run={own} open={open} onSigned={onSigned} />
            </>
          )
        }
      />
      {result.notice && (
        <p className="flex items-center gap-1.5 px-1 text-muted">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
          {result.notice}
        </p>
      )}
    </div>
  )
}

/** Corrections that were kept here from before, or changed by hand, and are not in the table. */
const Unknown = ({ checked: { unknown, state } }: { checked: Checked }) =>
  state === 'ready' &&
  unknown.length > 0 && (
    <Callout tone="warn">
      {unknown.length === 1
        ? t(
            "A correction was removed because the installed code table doesn't have this code: {codes}. Edit the finding again to choose a code.",
            { codes: unknown.join(', ') },
          )
        : t(
            "{count} corrections were removed because the installed code table doesn't have these codes: {codes}. Edit the findings again to choose a code.",
            { count: unknown.length, codes: unknown.join(', ') },
          )}
    </Callout>
  )

/** What the server didn't take. */
const Refused = ({ run: { state } }: { run: RunDecisions }) =>
  state.refused !== null && (
    <Callout tone="warn">{t('A decision wasn’t saved: {reason}', { reason: state.refused.message })}</Callout>
  )

interface FindingsProps {
  result: Result
  tabs: readonly Tab[]
  decisions: CheckedDecisions
  onDecide: (id: string, decision: Decision) => void
  /** Why nothing can be decided now. */
  closed: string | null
  height: string
  findingsFirst: boolean
  onCopy: () => void
  footer: React.ReactNode
}

/** The tab is part of the address. */
function useTab(tabs: readonly Tab[]) {
  const [params, setParams] = useSearchParams()
  const active = tabs.find(({ key }) => key === params.get('show')) ?? tabs[0]
  const show = (key: string) => {
    const next = new URLSearchParams(params)
    if (key === tabs[0]?.key) next.delete('show')
    else next.set('show', key)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return { active, show }
}

const passageOf = ({ start, end, page, boxes }: Place, { file_id, name, passage }: NonNullable<Place['source']>) => ({
  ...{ key: `${file_id} ${page} ${start}`, file_id, name, url: null, page, boxes },
  ...{ text: passage, part: { start, end } },
})

const firstOf = (findings: readonly Finding[]): Selection | null => stepped(findings, null, 1)

/**
 * At the bottom of the window while its panel reaches below: signing off is never out of sight.
 * @param below whether the document takes that place on a phone
 */
const Foot = ({ below, children }: { below: boolean; children: React.ReactNode }) => (
  <footer
    className={`flex flex-wrap items-center gap-x-2 gap-y-1.5 rounded-b-[inherit] border-line border-t bg-surface px-2 py-2 text-muted text-base sm:gap-x-4 sm:px-3 lg:sticky lg:bottom-0 lg:z-1 ${below ? '' : 'max-lg:sticky max-lg:bottom-0 max-lg:z-10'} max-sm:[&_button]:px-2`}
  >
    {children}
  </footer>
)

/** The document and what was found in it: next to each other, or the document kept in sight above or below. */
const PANES =
  'lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] max-lg:[&>section:first-child]:sticky max-lg:[&>section:first-child]:z-10 max-lg:[&>section:first-child]:max-h-[min(42dvh,20rem)] max-lg:[&>section:first-child:not([data-kind=text])]:h-[min(42dvh,20rem)]'
const DOCUMENT_FIRST = 'max-lg:[&>section:first-child]:top-(--viewer-top,3.5rem)'
/** Part of a page: on a phone without frames of its own. */
const DOCUMENT_LAST =
  'max-lg:[&>section:first-child]:bottom-0 max-lg:[&>section:first-child]:order-2 max-sm:[&>section:first-child]:rounded-none max-sm:[&>section:first-child]:border-x-0 max-sm:[&>section:last-child]:flat'

const press = (viewer: HTMLElement | null, button: string) => viewer?.querySelector<HTMLElement>(button)?.click()

function Findings({ result, tabs, decisions, onDecide, closed, height, findingsFirst, onCopy, footer }: FindingsProps) {
  const { active, show } = useTab(tabs)
  const findings = active ? findingsOf(active) : []
  const [kept, setKept] = useState<Selection | null>(null)
  const [editing, setEditing] = useState(false)
  const viewer = useRef<HTMLDivElement>(null)
  const group = useId()
  const selection = findings.some(({ id }) => id === kept?.id) ? kept : firstOf(findings)
  const select = (next: Selection | null) => {
    setKept(next)
    setEditing(false)
  }
  const decide = (verdict: 'accepted' | 'rejected') => selection && onDecide(selection.id, { verdict, value: null })
  const step = (by: 1 | -1) => {
    const next = stepped(findings, selection, by)
    select(next)
    if (next) reveal(viewer.current, next.id)
  }
  useViewerKeys(viewer, {
    j: () => step(1),
    k: () => step(-1),
    a: () => decide('accepted'),
    r: () => decide('rejected'),
    e: () => setEditing(selection !== null && closed === null),
    c: onCopy,
    'Shift+s': () => press(viewer.current, '[data-sign-off]'),
    // Where nothing is left to accept, the same key signs off.
    'Shift+d': () => press(viewer.current, '[data-accept-rest], [data-sign-off]'),
  })
  const hasDocument = result.document !== null || result.text !== null
  const isEmpty = (result.document?.file_id ?? null) === null && (result.text ?? '') === ''
  const all = findings.flatMap(({ places }) => places)
  const place =
    findings.find(({ id }) => id === selection?.id)?.places[selection?.place ?? 0] ?? (isEmpty ? all[0] : undefined)
  return (
    <div
      ref={viewer}
      data-viewer={result.view}
      className={`grid gap-4 ${hasDocument ? `${height} ${PANES} ${findingsFirst ? DOCUMENT_LAST : DOCUMENT_FIRST}` : ''}`}
    >
      {place?.source ? (
        <PassagePane passage={passageOf(place, place.source)} />
      ) : (
        hasDocument && <DocumentPane result={result} findings={findings} selection={selection} onSelect={select} />
      )}
      <section aria-labelledby={`${group}-title`} className="flex min-h-0 min-w-0 flex-col surface-card">
        <h2 id={`${group}-title`} className="sr-only">
          {t('Findings')}
        </h2>
        <TabList label={t('Findings')} group={group} tabs={tabs} active={active?.key ?? ''} onSelect={show} />
        <div
          role="tabpanel"
          id={panelId(group)}
          aria-labelledby={tabId(group, active?.key ?? '')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="relative grid min-h-0 grow content-start gap-5 overflow-y-auto p-3 -outline-offset-2"
        >
          {active?.key === 'json' && (
            <CodeBlock code={JSON.stringify(result.data, null, 2)} label={t('Result as JSON')} />
          )}
          {active?.sections.map((section) => (
            <FindingSection
              key={section.title ?? section.empty ?? active.key}
              section={section}
              selection={selection}
              decisions={decisions}
              editing={editing}
              closed={closed}
              onSelect={select}
              onDecide={onDecide}
              onEdit={setEditing}
            />
          ))}
        </div>
        {footer && <Foot below={findingsFirst}>{footer}</Foot>}
      </section>
    </div>
  )
}

interface FindingSectionProps {
  section: Tab['sections'][number]
  selection: Selection | null
  decisions: CheckedDecisions
  editing: boolean
  closed: string | null
  onSelect: (selection: Selection) => void
  onDecide: (id: string, decision: Decision) => void
  onEdit: (editing: boolean) => void
}

function FindingSection(props: FindingSectionProps) {
  const { section, selection, decisions, editing, closed, onSelect, onDecide, onEdit } = props
  return (
    <div className="grid gap-1.5">
      {section.title && (
        <h3 className="px-1 font-medium text-muted text-base">
          {section.title}{' '}
          {section.findings.length > 0 && !section.table && (
            <span className="tabular-nums">{section.findings.length}</span>
          )}
        </h3>
      )}
      {section.help && <p className="px-1 text-muted text-base">{section.help}</p>}
      {section.table && <FoundTable table={section.table} label={section.title ?? t('Figures')} />}
      {section.findings.length === 0 && !section.table && section.empty && (
        <p className="px-1 py-2 text-muted">{section.empty}</p>
      )}
      <ul className="grid gap-1">
        {section.findings.map((finding) => (
          <FindingItem
            key={finding.id}
            finding={finding}
            selectedPlace={selection?.id === finding.id ? selection.place : null}
            decision={decisions[finding.id]}
            editing={editing}
            closed={closed}
            onSelect={(place) => onSelect({ id: finding.id, place })}
            onDecide={(decision) => onDecide(finding.id, decision)}
            onEdit={onEdit}
          />
        ))}
      </ul>
    </div>
  )
}

/** Focuses a finding, so that a screen reader reads it and the list scrolls to it. */
function reveal(viewer: HTMLElement | null, id: string): void {
  const item = viewer?.querySelector<HTMLElement>(`[data-finding="${CSS.escape(id)}"]`)
  item?.querySelector('button')?.focus({ preventScroll: true })
  item?.scrollIntoView({ block: 'nearest' })
}

function KeyNames() {
  return (
    <span className="hidden items-center gap-1.5 xl:inline-flex">
      <Kbd>j</Kbd>
      <Kbd>k</Kbd> {t('move')} <Kbd>a</Kbd> {t('accept')} <Kbd>e</Kbd> {t('edit')} <Kbd>r</Kbd> {t('reject')}
    </span>
  )
}
