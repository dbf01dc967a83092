import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepUnsent } from '#web/canvas/services/sync/unsent.ts'
import { draftsAreOf, forgetDrafts, keepDraft, readDraft } from './draft.ts'
import { claimAfterSignUp, keepRunToken, keptRuns, takeClaimAfterSignUp } from './run-token.ts'
import { remember, remembered } from './storage.ts'

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

const EDITS = { revision: 1, edits: [{ op: 'set' } as never], conflicts: [] }
const DECIDED = JSON.stringify({ f1: { verdict: 'edited', value: 'B20' } })
const left = () => Object.keys(localStorage).filter((key) => /unsent|decisions/.test(key)).length

it('keeps no corrected results and no visitor runs of a person who signs out', () => {
  draftsAreOf('asha')
  remember('decisions.run-1', DECIDED)
  keepRunToken('run-before-signing-in', 'token')
  claimAfterSignUp()
  forgetDrafts()
  expect([remembered('decisions.run-1'), keptRuns(), takeClaimAfterSignUp()]).toEqual([null, [], false])
})

it('keeps edits that could not be sent for the person who signs in again, and removes them for another', () => {
  draftsAreOf('asha')
  keepUnsent('asha', 'workflow-1').keep(EDITS)
  forgetDrafts()
  draftsAreOf('asha')
  expect(left()).toBe(1)
  forgetDrafts()
  draftsAreOf('ravi')
  expect(left()).toBe(0)
})

it('removes all of it for another person although nobody signed out', () => {
  draftsAreOf('asha')
  keepUnsent('asha', 'workflow-1').keep(EDITS)
  remember('decisions.run-1', DECIDED)
  keepRunToken('run-before-signing-in', 'token')
  // Another tab has nothing of its own.
  vi.stubGlobal('sessionStorage', new Storage())
  draftsAreOf('ravi')
  expect(left()).toBe(0)
  draftsAreOf('meera')
  expect(keptRuns()).toEqual([])
})

it('keeps the decisions and runs of a visitor who signs in after a person who signed out', () => {
  draftsAreOf('asha')
  forgetDrafts()
  remember('decisions.run-1', DECIDED)
  keepRunToken('run-1', 'token')
  draftsAreOf('ravi')
  expect([left(), keptRuns()]).toEqual([1, [{ id: 'run-1', token: 'token' }]])
  forgetDrafts()
})

it('lives without storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  vi.stubGlobal('localStorage', undefined)
  draftsAreOf('asha')
  keepDraft('review', TYPED)
  forgetDrafts()
  expect(readDraft('review')).toEqual({})
})
