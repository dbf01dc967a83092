import { expect, it, vi } from 'vitest'
import type { WorkflowDocument } from '#graph/document.ts'
import { openDraft } from '#web/canvas/services/draft/open-draft.ts'
import { seenRevision } from './seen-revision.ts'

const documentWith = (id: string): WorkflowDocument => ({
  schema_version: 1,
  nodes: [{ id, type: 'manual_trigger', version: 1, title: '', config: {}, position: { x: 0, y: 0 } }],
  edges: [],
  notes: [],
  groups: [],
})
const open = () =>
  openDraft({ id: '01890000-0000-7000-8000-000000000000', document: documentWith('one'), readOnly: null })

const has = (document: WorkflowDocument) => vi.fn(() => Promise.resolve({ revision: 7, document }))

it('waits for an edit that is on its way, and never calls it another person’s', async () => {
  const draft = open()
  const asked = has(documentWith('two'))
  draft.document.set(documentWith('two'))
  draft.save.set({ state: 'saving' })
  const seen = seenRevision(draft, asked)
  await Promise.resolve()
  expect(asked).not.toHaveBeenCalled()
  draft.save.set({ state: 'saved', at: 1 })
  expect(await seen).toBe(7)
})

it('asks again when an edit is made while the server is asked', async () => {
  const draft = open()
  const seen = seenRevision(draft, has(documentWith('two')))
  draft.document.set(documentWith('two'))
  expect(await seen).toBe(7)
})

it('tells who publishes what another person changed, and what is not saved', async () => {
  const draft = open()
  const asked = has(documentWith('other'))
  await expect(seenRevision(draft, asked)).rejects.toThrow('Someone just changed the workflow')
  draft.save.set({ state: 'waiting', reason: 'The server is away.' })
  await expect(seenRevision(draft, asked)).rejects.toThrow('aren’t saved yet')
})
