import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepUnsent } from '#web/canvas/services/sync/unsent.ts'
import { claimDrafts, forgetDrafts, keepDraft, readDraft } from './draft.ts'
import { claimAfterSignUp, listKeptRuns, storeRunToken, takeClaimAfterSignUp } from './run-token.ts'
import { readStored, writeStored } from './storage.ts'

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

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new Storage())
  vi.stubGlobal('localStorage', new Storage())
})
afterEach(() => vi.unstubAllGlobals())

const TYPED = { text: 'Finds nothing' }

it('keeps what was typed for the user who typed it, also when their session ended in between', () => {
  claimDrafts('asha')
  keepDraft('review', TYPED)
  claimDrafts('asha')
  expect(readDraft('review')).toEqual(TYPED)
})

it('shows nobody what another user typed', () => {
  claimDrafts('asha')
  keepDraft('review', TYPED)
  claimDrafts('ravi')
  expect(readDraft('review')).toEqual({})
})

it('forgets all of it when they sign out, and nothing else', () => {
  claimDrafts('asha')
  keepDraft('review', TYPED)
  keepDraft('comment', TYPED)
  sessionStorage.setItem('another', 'stays')
  forgetDrafts()
  expect([readDraft('review'), readDraft('comment'), sessionStorage.getItem('another')]).toEqual([{}, {}, 'stays'])
})

it('keeps what a visitor typed before they signed in', () => {
  keepDraft('wish', TYPED)
  claimDrafts('asha')
  expect(readDraft('wish')).toEqual(TYPED)
})

const EDITS = { revision: 1, edits: [{ op: 'set' } as never], conflicts: [] }
const DECIDED = JSON.stringify({ f1: { verdict: 'edited', value: 'B20' } })
const left = () => Object.keys(localStorage).filter((key) => /unsent|decisions/.test(key)).length

it('keeps no corrected results and no visitor runs of a person who signs out', () => {
  claimDrafts('asha')
  writeStored('decisions.run-1', DECIDED)
  storeRunToken('run-before-signing-in', 'token')
  claimAfterSignUp()
  forgetDrafts()
  expect([readStored('decisions.run-1'), listKeptRuns(), takeClaimAfterSignUp()]).toEqual([null, [], false])
})

it('keeps edits that could not be sent for the person who signs in again, and removes them for another', () => {
  claimDrafts('asha')
  keepUnsent('asha', 'workflow-1').keep(EDITS)
  forgetDrafts()
  claimDrafts('asha')
  expect(left()).toBe(1)
  forgetDrafts()
  claimDrafts('ravi')
  expect(left()).toBe(0)
})

it('removes all of it for another person although nobody signed out', () => {
  claimDrafts('asha')
  keepUnsent('asha', 'workflow-1').keep(EDITS)
  writeStored('decisions.run-1', DECIDED)
  storeRunToken('run-before-signing-in', 'token')
  // Another tab has nothing of its own.
  vi.stubGlobal('sessionStorage', new Storage())
  claimDrafts('ravi')
  expect(left()).toBe(0)
  claimDrafts('meera')
  expect(listKeptRuns()).toEqual([])
})

it('keeps the decisions and runs of a visitor who signs in after a person who signed out', () => {
  claimDrafts('asha')
  forgetDrafts()
  writeStored('decisions.run-1', DECIDED)
  storeRunToken('run-1', 'token')
  claimDrafts('ravi')
  expect([left(), listKeptRuns()]).toEqual([1, [{ id: 'run-1', token: 'token' }]])
  forgetDrafts()
})

it('lives without storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  vi.stubGlobal('localStorage', undefined)
  claimDrafts('asha')
  keepDraft('review', TYPED)
  forgetDrafts()
  expect(readDraft('review')).toEqual({})
})
