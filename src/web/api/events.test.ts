import { describe, expect, it } from 'vitest'
import { createEventParser } from './events.ts'

const parseIn = (...pieces: string[]) => {
  const parse = createEventParser()
  return pieces.flatMap((piece) => parse(piece))
}

describe('createEventParser', () => {
  it('reads events wherever the text is cut', () => {
    const text = ': hello\n\nid: 7\nevent: node\ndata: {"a":1}\n\nid: 8\ndata: one\ndata: two\n\n'
    const whole = parseIn(text)
    expect(whole).toEqual([
      { id: '7', event: 'node', data: '{"a":1}' },
      { id: '8', event: 'message', data: 'one\ntwo' },
    ])
    for (let cut = 1; cut < text.length; cut += 1) {
      expect(parseIn(text.slice(0, cut), text.slice(cut))).toEqual(whole)
    }
  })

  it('takes CRLF and CR line ends, also cut in the middle', () => {
    const event = [{ id: null, event: 'message', data: 'x' }]
    expect(parseIn('data: x\r\n\r\n')).toEqual(event)
    expect(parseIn('data: x\r', '\n\r', '\n')).toEqual(event)
  })

  it('keeps the last id for events without one, and drops an event that is not finished', () => {
    expect(parseIn('id: 1\ndata: a\n\ndata: b\n\ndata: c')).toEqual([
      { id: '1', event: 'message', data: 'a' },
      { id: '1', event: 'message', data: 'b' },
    ])
  })
})
