import { expect, it } from 'vitest'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { tryNode } from '#nodes/trial.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { placeholder } from './placeholder.ts'

const original = { type: 'n8n-nodes-base.spotify', parameters: { operation: '={{ $json.next }}' } }

it('says in plain words that it has to be replaced, when checked and when run', async () => {
  const held = node('music', 'placeholder', { from: 'n8n: spotify', original })
  const document = workflow([node('start', 'manual_trigger'), held], wires('start > music'))
  expect(validate(document, catalogue)).toMatchObject([{ code: 'placeholder', node: 'music', field: 'type' }])
  await expect(tryNode(placeholder, { from: 'n8n: spotify', original })).rejects.toMatchObject({ code: 'placeholder' })
})

it('keeps no workflow from running while it is switched off', () => {
  const held = { ...node('music', 'placeholder', { original }), disabled: true }
  expect(validate(workflow([node('start', 'manual_trigger'), held], wires('start > music')), catalogue)).toEqual([])
})

it('keeps the ways out of the step it stands for', () => {
  const ways = node('music', 'placeholder', { ways_out: ['out', 'out_1'] })
  const nodes = [node('start', 'manual_trigger'), ways, node('end', 'merge')]
  const codes = (edge: string) =>
    validate(workflow(nodes, wires('start > music', edge)), catalogue).map(({ code }) => code)
  expect(codes('music:out_1 > end')).toEqual(['placeholder'])
  expect(codes('music:elsewhere > end')).toContain('unknown_port')
})
