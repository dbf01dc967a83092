import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '#contract/runs/conversations.ts'
import { joinPages, putBefore } from './join-pages.ts'

const said = (...ids: number[]) => ids.map((id) => ({ id: String(id) }) as ChatMessage)
const ids = (messages: readonly ChatMessage[]) => messages.map(({ id }) => Number(id))

describe('pages of a chat', () => {
  it('keep what is older when the newest are fetched again', () => {
    expect(ids(joinPages(said(1, 2, 3, 4), said(4, 5)))).toEqual([1, 2, 3, 4, 5])
  })

  it('leave out what was taken back meanwhile', () => {
    expect(ids(joinPages(said(1, 2, 3, 4), said(2, 9)))).toEqual([1, 2, 9])
    expect(ids(joinPages(said(1, 2, 3), said(1)))).toEqual([1])
    expect(ids(joinPages(said(1, 2), []))).toEqual([])
  })

  it('have no gap', () => {
    expect(ids(joinPages(said(1, 2), said(8, 9)))).toEqual([8, 9])
  })

  it('from further back come before, each message once', () => {
    expect(ids(putBefore(said(3, 4), said(3, 2, 1)))).toEqual([1, 2, 3, 4])
  })
})
