import { expect, it } from 'vitest'
import { readRunAnswer } from './read-answer.ts'

const chat = { nodes: [{ id: 'chat', type: 'chat_trigger', title: 'Chat' }], edges: [] }
const cited = {
  ...{ number: 1, cited: true, document: 'leave.pdf', file: null, headings: [], page: 2, boxes: [[0, 0, 1, 1]] },
  ...{ text: 'All of it', quote: '24 days' },
}

it('reads the text of an answer and its passages', () => {
  expect(readRunAnswer({ graph: chat, view: null, output: '**Yes**' })?.text).toBe('**Yes**')
  const output = {
    text: 'Yes [1]',
    citations: [{ ...cited, url: 'javascript:alert(1)' }, { number: 2 }, { ...cited, boxes: [[1]] }, 'x'],
  }
  expect(readRunAnswer({ graph: chat, view: 'json', output })).toEqual({
    text: 'Yes [1]',
    citations: [{ ...cited, url: null }],
    data: output,
  })
})

it('leaves everything else to the viewer', () => {
  const run = { graph: chat, view: null, output: 'x' }
  expect(readRunAnswer({ ...run, graph: { nodes: [], edges: [] } })).toBeNull()
  expect(readRunAnswer({ ...run, view: 'codes' })).toBeNull()
  for (const output of [null, 7, [], { fee: 700 }]) expect(readRunAnswer({ ...run, output })).toBeNull()
})
