import { expect, it } from 'vitest'
import type { WorkflowDocument } from '#graph/document.ts'
import { openDraft } from './open-draft.ts'

const document: WorkflowDocument = { schema_version: 1, nodes: [], edges: [], notes: [], groups: [] }
const open = (id: string) => openDraft({ id, document, readOnly: null })

it('keeps what belongs to one workflow out of another: its run, its data, its conflicts, texts that were typed', () => {
  const [one, other] = [open('one'), open('other')]
  const parts = Object.entries(one).filter(([, part]) => typeof part === 'object' && part !== null)
  expect(parts.map(([name]) => name)).toEqual(expect.arrayContaining(['run', 'data', 'presence', 'sync', 'otherModes']))
  for (const [name, part] of parts) expect(part, name).not.toBe(other[name as keyof typeof other])
})

it('belongs to itself, a past run to the draft that is edited', () => {
  const edited = open('one')
  expect(edited.home).toBe(edited)
  expect(openDraft({ id: 'one', document, readOnly: 'A past run is shown.', home: edited }).home).toBe(edited)
})
