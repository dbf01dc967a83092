import { expect, it } from 'vitest'
import { node, wires, workflow } from '#test/support/engine.ts'
import { passportOf } from './passport.ts'

it.each([
  ['ai_prompt', true, 'The runner’s default model'],
  ['ai_prompt', false, 'The default model of this installation'],
  ['ai_classify', false, 'The default model of this installation, where one is set up'],
])('names whose model a step %s asks, by whether its workflow is open (%s)', (type, isOpen, text) => {
  const document = workflow([node('start', 'manual_trigger'), node('ask', type, {})], wires('start > ask'))
  expect(passportOf(document, { names: new Map(), isOpen }).models).toEqual([text])
})

it('names no model of a buyer where an open workflow sends something, which that model could forge', () => {
  const document = workflow(
    [node('start', 'manual_trigger'), node('ask', 'ai_prompt', {}), node('call', 'http_request', {})],
    wires('start > ask > call'),
  )
  const { models } = passportOf(document, { names: new Map(), isOpen: true })
  expect(models).toEqual(['The default model of this installation'])
})
