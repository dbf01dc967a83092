import { Check, X } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import type { Proposal } from '#contract/workflows/workflow-proposals.ts'
import { applyOperation } from '#graph/apply.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { OperationError } from '#graph/operation-error.ts'
import type { Operation } from '#graph/operations.ts'
import { differenceOf } from '#web/canvas/model/diff/diff.ts'
import { acceptedSteps, edgePiece, follows, nodePiece, piecesOf } from '#web/canvas/model/diff/pieces.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { DifferenceList, type Piece } from '#web/canvas/view/comparison/difference-list.tsx'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const CompareGraphs = lazyPart(
  () => import('#web/canvas/view/comparison/compare-graphs.tsx'),
  (m) => m.CompareGraphs,
)

/** The document with all of the proposal; null when it no longer fits what is there. */
function whole(before: WorkflowDocument, { operations }: Proposal): WorkflowDocument | null {
  try {
    return applyOperation(before, { type: 'batch', operations } as unknown as Operation).document
  } catch (error) {
    if (error instanceof OperationError) return null
    throw error
  }
}

interface Props {
  proposal: Proposal
  onClose: () => void
  onAgain: () => void
}

/** The current workflow and the proposal next to each other, and every piece of it with a choice. */
export function Review({ proposal, onClose, onAgain }: Props) {
  const before = useStore(useDraft().document)
  const after = useMemo(() => whole(before, proposal), [before, proposal])
  if (after === null)
    return (
      <div className="grid gap-4">
        <Callout tone="warn" title={t('The workflow has changed')}>
          {t('The proposal no longer applies. Ask again: your text is kept.')}
        </Callout>
        <div className="flex justify-end">
          <Button variant="primary" onClick={onAgain}>
            {t('Ask again')}
          </Button>
        </div>
      </div>
    )
  return <Pieces {...{ proposal, before, after, onClose, onAgain }} />
}

function Pieces({ proposal, before, after, onClose, onAgain }: Props & Record<'before' | 'after', WorkflowDocument>) {
  const draft = useDraft()
  const view = useView()
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<{ before: string | null; after: string | null } | null>(null)
  const difference = useMemo(() => differenceOf(before, after, 'by_id'), [before, after])
  const pieces = useMemo(() => piecesOf(difference, before), [difference, before])
  const steps = useMemo(() => acceptedSteps(before, difference, rejected), [before, difference, rejected])
  const taken = useMemo(() => applyOperation(before, { type: 'batch', operations: steps }).document, [before, steps])
  const titles = useMemo(
    () => new Map([...before.nodes, ...after.nodes].map(({ id, title }) => [id, title])),
    [before, after],
  )
  const count = pieces.filter((piece) => !rejected.has(piece)).length
  const accept = () => {
    const label = count === 1 ? t('Accepted a proposed change') : t('Accepted {count} proposed changes', { count })
    if (!draft.perform({ type: 'batch', operations: steps }, { label })) return
    view.message.set({ text: label, tone: 'info' })
    onClose()
    requestAnimationFrame(() => view.camera.get()?.fit())
  }
  const decide = (piece: string, yes: boolean) => {
    const next = new Set(rejected)
    if (yes) next.delete(piece)
    else next.add(piece)
    setRejected(next)
  }
  const aside = (piece: Piece) => {
    if (piece.of !== 'node' && piece.of !== 'edge') return null
    const node = piece.of === 'edge' ? follows(difference, piece.change, before) : null
    if (node !== null)
      return <span className="text-muted text-xs">{t('with {title}', { title: titles.get(node) ?? node })}</span>
    const key = piece.of === 'node' ? nodePiece(piece.change.id) : edgePiece(piece.change)
    const name = piece.of === 'node' ? (titles.get(piece.change.id) ?? piece.change.id) : t('this connection')
    return <Choice name={name} accepted={!rejected.has(key)} onChange={(yes) => decide(key, yes)} />
  }
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      {proposal.explanation && <p className="max-w-prose break-words">{proposal.explanation}</p>}
      {proposal.problems.length > 0 && (
        <Callout tone="warn" title={t('Some settings are still missing')}>
          {proposal.problems
            .slice(0, 4)
            .map(({ message }) => message)
            .join(' · ')}
        </Callout>
      )}
      <div className="flex min-h-0 grow gap-3 max-md:flex-col">
        <Suspense fallback={<Skeleton className="h-64 grow" />}>
          <CompareGraphs
            before={{ document: before, label: t('Now') }}
            after={{ document: taken, label: t('With accepted changes') }}
            difference={differenceOf(before, taken, 'by_id')}
            shown={shown}
          />
        </Suspense>
        <ScrollRegion
          label={t('Parts of the proposal')}
          className="min-h-0 pr-1 max-md:max-h-[45%] md:w-96 md:shrink-0"
        >
          <DifferenceList
            difference={difference}
            titles={titles}
            onShow={(id) => setShown({ before: id, after: id })}
            aside={aside}
          />
        </ScrollRegion>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t pt-3">
        <p role="status" className="mr-auto text-muted text-base tabular-nums">
          {t('{count} of {total} accepted', { count, total: pieces.length })}
          {proposal.model && ` · ${t('proposed by {model}', { model: proposal.model })}`}
        </p>
        <Button onClick={onAgain}>{t('Ask differently')}</Button>
        <Button onClick={onClose}>{t('Reject all')}</Button>
        <Button
          variant="primary"
          icon={<Check aria-hidden="true" />}
          onClick={accept}
          reason={count === 0 ? t('Nothing accepted') : undefined}
        >
          {count === pieces.length ? t('Accept all') : t('Accept {count}', { count })}
        </Button>
      </div>
    </div>
  )
}

function Choice({ name, accepted, onChange }: { name: string; accepted: boolean; onChange: (yes: boolean) => void }) {
  return (
    <Segmented
      label={t('Decide on {name}', { name })}
      value={accepted ? 'yes' : 'no'}
      onChange={(value) => onChange(value === 'yes')}
      segments={[
        {
          value: 'yes',
          tone: 'good',
          label: (
            <>
              <Check aria-hidden="true" />
              <span className="sr-only">{t('Accept')}</span>
            </>
          ),
        },
        {
          value: 'no',
          tone: 'bad',
          label: (
            <>
              <X aria-hidden="true" />
              <span className="sr-only">{t('Reject')}</span>
            </>
          ),
        },
      ]}
    />
  )
}
