import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeDetail } from '#contract/knowledge/bases.ts'
import type { KnowledgeChunk, KnowledgeDocument } from '#contract/knowledge/documents.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { chunksQuery } from './base-queries.ts'
import { Pager } from './pager.tsx'

const STEP = 20

interface Props {
  base: KnowledgeDetail
  document: KnowledgeDocument
}

function Chunk({ base, document, chunk }: Props & { chunk: KnowledgeChunk }) {
  const [text, setText] = useState<string | null>(null)
  const save = useAction(async () => {
    if (text === null) return
    const params = { id: base.id, document_id: document.id, position: chunk.position }
    await call('editKnowledgeChunk', { params, body: { text, instead_of: chunk.text } }, { exact: true })
    await refresh('listKnowledgeChunks')
    setText(null)
  })
  return (
    <li className="grid gap-2 py-3">
      <p className="flex flex-wrap items-center gap-1.5 text-muted text-base">
        <span className="tabular-nums">{chunk.position + 1}</span>
        {chunk.page !== null && <Badge>{t('Page {number}', { number: chunk.page })}</Badge>}
        {chunk.edited && <Badge tone="outline">{t('Edited')}</Badge>}
        <span className="wrap-anywhere">{chunk.headings.join(' › ')}</span>
      </p>
      {text === null ? (
        <div className="flex items-start justify-between gap-3">
          <p className="wrap-anywhere whitespace-pre-line">{chunk.text}</p>
          {base.role !== 'read' && (
            <Button
              size="sm"
              onClick={() => setText(chunk.text)}
              aria-label={t('Edit chunk {number}', { number: chunk.position + 1 })}
            >
              {t('Edit')}
            </Button>
          )}
        </div>
      ) : (
        <div className="grid gap-2">
          {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
          <TextArea
            label={t('Text')}
            hideLabel
            rows={6}
            maxLength={KNOWLEDGE.chunk_edit}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button size="sm" onClick={() => setText(null)}>
              {t('Cancel')}
            </Button>
            <Button
              size="sm"
              variant="primary"
              busy={save.busy && t('Saving...')}
              disabled={text.trim() === '' || text === chunk.text}
              onClick={() => void save.run()}
            >
              {t('Save')}
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

/** What a document was cut into, for a look and for corrections: what searches find is this text. */
export function Chunks({ base, document, onClose }: Props & { onClose: () => void }) {
  const [offset, setOffset] = useState(0)
  const { data, error } = useQuery(chunksQuery(base.id, document.id, offset))
  return (
    <Dialog open onClose={onClose} title={t('Chunks of {name}', { name: document.name })} size="lg">
      <p className="text-muted">
        {t(
          'Searches find these texts. Correct what was read wrong; indexing the document again replaces your corrections.',
        )}
      </p>
      {error && <Callout tone="bad">{friendly(error)}</Callout>}
      {!data && !error && <Skeleton className="mt-4 h-40" />}
      <ol className="divide-y divide-line">
        {data?.items.map((chunk) => (
          <Chunk key={`${chunk.position} ${chunk.text.length}`} base={base} document={document} chunk={chunk} />
        ))}
      </ol>
      {data && <Pager offset={offset} step={STEP} total={data.total} onOffset={setOffset} />}
    </Dialog>
  )
}
