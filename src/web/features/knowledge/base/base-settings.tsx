import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { KnowledgeDetail } from '#contract/knowledge/bases.ts'
import { CHUNKING, KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { MoveDialog } from '#web/parts/accounts/transfers/move-dialog.tsx'
import { useMayMove } from '#web/parts/accounts/transfers/move-item.tsx'
import { problemOf } from '#web/parts/workflows/forms/problems.tsx'
import { ShareByEmail } from '#web/parts/workflows/forms/share-by-email.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { EmbeddingModel } from './embedding-model.tsx'

const reload = () => refresh('getKnowledge', 'listKnowledge', 'listKnowledgeDocuments')

function General({ base }: { base: KnowledgeDetail }) {
  const [name, setName] = useState(base.name)
  const [description, setDescription] = useState(base.description)
  const [size, setSize] = useState(String(base.chunk_chars))
  const [overlap, setOverlap] = useState(String(base.overlap_chars))
  const save = useAction(async () => {
    const body = { name, description, chunk_chars: Number(size), overlap_chars: Number(overlap) }
    await call('updateKnowledge', { params: { id: base.id }, body }, { exact: true })
    await reload()
  })
  const again = useAction(async () => {
    await call('indexKnowledge', { params: { id: base.id }, body: { documents: 'all' } })
    await reload()
  })
  const fields = ['name', 'description', 'chunk_chars', 'overlap_chars']
  const isNamed = fields.some((field) => problemOf(save.error, field) !== undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  return (
    <Card>
      <CardHeader title={t('General')} />
      <form noValidate onSubmit={submit} className="grid max-w-2xl gap-4">
        {save.error !== null && !isNamed && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <TextField
          label={t('Name')}
          value={name}
          maxLength={KNOWLEDGE.name}
          error={problemOf(save.error, 'name')}
          onChange={({ target }) => setName(target.value)}
        />
        <TextArea
          label={t('Description')}
          optional
          rows={3}
          maxLength={KNOWLEDGE.description}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label={t('Chunk size (characters)')}
            help={t('Larger chunks carry more context, smaller ones point more exactly.')}
            inputMode="numeric"
            value={size}
            error={problemOf(save.error, 'chunk_chars')}
            onChange={({ target }) => setSize(target.value)}
          />
          <TextField
            label={t('Overlap (characters)')}
            help={t('Repeated from the chunk before, up to {count}.', { count: CHUNKING.most_overlap })}
            inputMode="numeric"
            value={overlap}
            error={problemOf(save.error, 'overlap_chars')}
            onChange={({ target }) => setOverlap(target.value)}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={save.busy && t('Saving...')} disabled={name.trim() === ''}>
            {t('Save changes')}
          </Button>
          <Button busy={again.busy && t('Queuing...')} onClick={() => void again.run()}>
            {t('Index all documents again')}
          </Button>
        </div>
        <p className="text-muted text-base">
          {t('New chunk settings apply when documents are indexed again. The current index answers meanwhile.')}
        </p>
      </form>
    </Card>
  )
}

function Sharing({ base }: { base: KnowledgeDetail }) {
  const share = async (email: string, access: 'read' | 'write' | 'none') => {
    await call('shareKnowledge', { params: { id: base.id }, body: { email, access } }, { exact: true })
    await refresh('getKnowledge')
  }
  return (
    <Card>
      <CardHeader title={t('Sharing')}>
        {t('People you share with find this knowledge base in their account.')}
      </CardHeader>
      <ShareByEmail
        shares={base.shares}
        labels={{ read: t('Can search'), write: t('Can change documents') }}
        onShare={share}
      />
    </Card>
  )
}

/** With its documents, websites and sources. */
function Moving({ base }: { base: KnowledgeDetail }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  if (!useMayMove()) return null
  return (
    <Card>
      <CardHeader title={t('Move to another workspace')}>
        {t('Its documents, websites and sources move with it. People it is shared with lose access.')}
      </CardHeader>
      <Button onClick={() => setAsking(true)}>{t('Move knowledge base')}</Button>
      {asking && (
        <MoveDialog
          thing={{ kind: 'knowledge_base', id: base.id, name: base.name }}
          onMoved={() => navigate(paths.knowledge)}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

function Deletion({ base }: { base: KnowledgeDetail }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const remove = useAction(async () => {
    await call('deleteKnowledge', { params: { id: base.id } })
    await refresh('listKnowledge')
    await navigate(paths.knowledge)
  })
  return (
    <Card>
      <CardHeader title={t('Delete this knowledge base')}>
        {t('Workflows and agents that search it will fail. Its documents and their files are deleted.')}
      </CardHeader>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('Delete knowledge base')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Delete “{name}”?', { name: base.name })}
        keep={t('Cancel')}
        act={t('Delete')}
        busy={remove.busy && t('Deleting...')}
        onAct={() => void remove.run()}
        failure={remove.error !== null && friendly(remove.error)}
      >
        <p>{t('All its documents are deleted. You can’t undo this.')}</p>
      </ConfirmDialog>
    </Card>
  )
}

/** What its owner decides: name, chunks, who may search, and its end. */
export const BaseSettings = ({ base }: { base: KnowledgeDetail }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
    <General base={base} />
    <EmbeddingModel base={base} />
    <Sharing base={base} />
    <Moving base={base} />
    <Deletion base={base} />
  </div>
)
