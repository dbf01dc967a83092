import { FileText, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { KnowledgeDetail } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocument, KnowledgeMetadata } from '#contract/knowledge/documents.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { pageParam } from '#web/lib/page-param.ts'
import { AddAddress, readInto } from '#web/parts/knowledge/add-address.tsx'
import { AddDocuments, refreshDocuments } from '#web/parts/knowledge/add-documents.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { documentsQuery, PAGE_SIZE } from './base-queries.ts'
import { Chunks } from './chunks.tsx'
import { EditDocument } from './edit-document.tsx'
import { UseBase } from './use-base.tsx'

const isUnderWay = ({ state }: KnowledgeDocument): boolean => state !== 'ready' && state !== 'failed'

function State({ document }: { document: KnowledgeDocument }) {
  if (document.state === 'failed')
    return (
      <p className="text-bad">
        {document.error?.message} {document.searchable && t('Searches still find the earlier content.')}
      </p>
    )
  if (document.state === 'ready')
    return document.unread_pages === 0 ? null : (
      <p className="text-muted text-base">
        {t('No text could be read on {count} of {pages} pages. Searches don’t find what they show.', {
          count: formatNumber(document.unread_pages),
          pages: formatNumber(document.pages ?? document.unread_pages),
        })}
      </p>
    )
  const label =
    document.state === 'queued' ? t('Waiting') : document.state === 'reading' ? t('Reading') : t('Making it searchable')
  return <ProgressBar label={label} value={document.state === 'queued' ? 0 : document.progress} />
}

/** Reads the page again that a document is from, and says whether it changed. */
function ReadPageAgain({ base, document }: { base: KnowledgeDetail; document: KnowledgeDocument }) {
  const [outcome, setOutcome] = useState('')
  const read = useAction(async () => {
    setOutcome('')
    const params = { id: base.id, document_id: document.id }
    const { changed } = await call('readKnowledgeDocument', { params })
    setOutcome(changed ? t('The page changed. Searches find the new text soon.') : t('The page hasn’t changed.'))
    await refreshDocuments()
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        size="sm"
        icon={<RefreshCw aria-hidden="true" />}
        aria-label={t('Read again: {name}', { name: document.name })}
        busy={read.busy && t('Reading...')}
        onClick={() => void read.run()}
      >
        {t('Read again')}
      </Button>
      <p role="status" className={`wrap-anywhere text-base ${read.error === null ? 'text-muted' : 'text-bad'}`}>
        {read.error === null ? outcome : friendly(read.error)}
      </p>
    </div>
  )
}

function Row({
  base,
  document,
  known,
}: {
  base: KnowledgeDetail
  document: KnowledgeDocument
  known: readonly KnowledgeMetadata[]
}) {
  const [open, setOpen] = useState<'chunks' | 'edit' | 'remove' | null>(null)
  const params = { id: base.id, document_id: document.id }
  const canWrite = base.role !== 'read'
  const again = useAction(async () => {
    await call('indexKnowledge', { params: { id: base.id }, body: { documents: document.id } })
    await refreshDocuments()
  })
  const remove = useAction(async () => {
    await call('deleteKnowledgeDocument', { params })
    setOpen(null)
    await refreshDocuments()
  })
  const facts = [
    formatBytes(document.bytes),
    ...(document.pages !== null && document.pages > 1
      ? [t('{count} pages', { count: formatNumber(document.pages) })]
      : []),
    ...(document.state === 'ready' ? [t('Chunks: {count}', { count: formatNumber(document.chunks) })] : []),
  ]
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-start gap-3">
          <FileText aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium">
              <bdi>{document.name}</bdi>
            </p>
            <p className="text-muted text-base">
              {facts.join(' · ')} · <RelativeTime time={document.updated_at} />
              {document.synced && ` · ${t('kept in sync')}`}
              {document.version > 1 && ` · ${t('version {number}', { number: document.version })}`}
            </p>
            {document.url !== null && (
              <p className="text-base">
                <TextLink href={document.url} external className="wrap-anywhere">
                  {document.url}
                </TextLink>
              </p>
            )}
            <p className="mt-1 flex flex-wrap gap-1 empty:hidden">
              {Object.entries(document.metadata).map(([key, value]) => (
                <Badge key={key} tone="outline">
                  {key}: {String(value)}
                </Badge>
              ))}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {document.searchable && (
            <Button
              size="sm"
              onClick={() => setOpen('chunks')}
              aria-label={t('Chunks of {name}', { name: document.name })}
            >
              {t('Chunks')}
            </Button>
          )}
          {canWrite && document.state === 'failed' && (
            <Button
              size="sm"
              icon={<RefreshCw aria-hidden="true" />}
              busy={again.busy && t('Queuing...')}
              onClick={() => void again.run()}
            >
              {t('Try again')}
            </Button>
          )}
          {canWrite && (
            <Button size="sm" onClick={() => setOpen('edit')} aria-label={t('Edit {name}', { name: document.name })}>
              {t('Edit')}
            </Button>
          )}
          {canWrite && (
            <Button
              size="sm"
              onClick={() => setOpen('remove')}
              aria-label={t('Remove {name}', { name: document.name })}
            >
              {t('Remove')}
            </Button>
          )}
        </div>
      </div>
      <State document={document} />
      {canWrite && document.url !== null && !document.synced && <ReadPageAgain base={base} document={document} />}
      {open === 'chunks' && <Chunks base={base} document={document} onClose={() => setOpen(null)} />}
      {open === 'edit' && (
        <EditDocument base={base.id} document={document} known={known} onClose={() => setOpen(null)} />
      )}
      <ConfirmDialog
        open={open === 'remove'}
        onClose={() => setOpen(null)}
        title={t('Remove “{name}”?', { name: document.name })}
        keep={t('Cancel')}
        act={t('Remove')}
        busy={remove.busy && t('Removing...')}
        onAct={() => void remove.run()}
        failure={remove.error !== null && friendly(remove.error)}
      >
        <p>{t('Searches stop finding it at once, and its file is deleted. You can’t undo this.')}</p>
      </ConfirmDialog>
    </li>
  )
}

/** The documents of a base with what is happening to them. */
export function Documents({ base }: { base: KnowledgeDetail }) {
  const [params] = useSearchParams()
  const page = pageParam(params)
  const { items, total } = useData(documentsQuery(base.id, page))
  const known = items.map(({ metadata }) => metadata)
  const live = items.some(isUnderWay)
  useFresh('listKnowledgeDocuments', live)
  useFresh('getKnowledge', live)
  const failed = base.states.failed ?? 0
  const again = useAction(async () => {
    await call('indexKnowledge', { params: { id: base.id }, body: { documents: 'failed' } })
    await refreshDocuments()
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {base.role !== 'read' && (
        <>
          <AddDocuments into={async () => base.id} />
          <AddAddress read={(url) => readInto(base.id, url)} />
          {base.role === 'owner' && (
            <p>
              <TextLink href={paths.knowledgeBase(base.id, 'sources')}>
                {t('Add from Google Drive, OneDrive, S3 or Notion')}
              </TextLink>
            </p>
          )}
        </>
      )}
      {failed > 1 && base.role !== 'read' && (
        <Callout tone="warn">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>{t('{count} documents couldn’t be indexed.', { count: formatNumber(failed) })}</p>
            <Button size="sm" busy={again.busy && t('Queuing...')} onClick={() => void again.run()}>
              {t('Try all again')}
            </Button>
          </div>
        </Callout>
      )}
      {(base.states.ready ?? 0) > 0 && <UseBase base={base} />}
      {items.length === 0 ? (
        <EmptyState icon={<FileText aria-hidden="true" />} title={t('No documents yet')}>
          {base.role === 'read' ? t('Documents added by others appear here.') : t('Add the first ones above.')}
        </EmptyState>
      ) : (
        <ul aria-label={t('Documents')} className="surface-card divide-y divide-line">
          {items.map((document) => (
            <Row key={document.id} base={base} document={document} known={known} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageSize={PAGE_SIZE}
        total={total}
        href={(next) => `${paths.knowledgeBase(base.id)}?page=${next}`}
      />
    </div>
  )
}
