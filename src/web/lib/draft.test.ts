import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draftsAreOf, forgetDrafts, keepDraft, readDraft } from './draft.ts'

/** As a browser has it: what is kept is listed by its keys. */
class Storage {
  [key: string]: unknown
  getItem(key: string): string | null {
    return (this[key] as string | undefined) ?? null
  }
  setItem(key: string, value: string): void {
    this[key] = value
  }
  removeItem(key: string): void {
    delete this[key]
  }
}

beforeEach(() => vi.stubGlobal('sessionStorage', new Storage()))
afterEach(() => vi.unstubAllGlobals())

const TYPED = { text: 'Finds nothing' }

it('keeps what was typed for whoever typed it, also when their session ended in between', () => {
  draftsAreOf('asha')
  keepDraft('review', TYPED)
  draftsAreOf('asha')
  expect(readDraft('review')).toEqual(TYPED)
})

it('shows nobody what somebody else typed', () => {
  draftsAreOf('asha')
  keepDraft('review', TYPED)
  draftsAreOf('ravi')
  expect(readDraft('review')).toEqual({})
})

it('forgets all of it when they sign out, and nothing else', () => {
  draftsAreOf('asha')
  keepDraft('review', TYPED)
  keepDraft('comment', TYPED)
  sessionStorage.setItem('another', 'stays')
  forgetDrafts()
  expect([readDraft('review'), readDraft('comment'), sessionStorage.getItem('another')]).toEqual([{}, {}, 'stays'])
})

it('keeps what a visitor typed before they signed in', () => {
  keepDraft('wish', TYPED)
  draftsAreOf('asha')
  expect(readDraft('wish')).toEqual(TYPED)
})

it('lives without storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  draftsAreOf('asha')
  keepDraft('review', TYPED)
  forgetDrafts()
  expect(readDraft('review')).toEqual({})
})
