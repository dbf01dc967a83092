import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlayer } from './player.ts'
import recorded from './recorded-run.json' with { type: 'json' }
import type { Recording } from './recording.ts'
import { beatsOf, frameAt, replayMs, slowdownFactor, totalMs } from './replay-frame.ts'

const recording = recorded as unknown as Recording
const finding = (code: string) => ({
  code,
  description: code,
  assertion: 'Present',
  billable: true,
  places: [[0, 3]] as const,
})
const SHORT: Recording = {
  agent: { slug: 'a', name: 'A', version: 1 },
  recorded_on: '2026-01-01',
  document: 'note.pdf',
  text: 'One',
  steps: [
    { title: 'Read', ms: 100, shows: 'text' },
    { title: 'Find', ms: 300, shows: 'marks' },
    { title: 'Code', ms: 200, shows: 'codes' },
  ],
  findings: [finding('A'), finding('B')],
  notice: null,
}

describe('a moment of a replay', () => {
  it('is shown as many times slower as makes it six seconds', () => {
    expect(slowdownFactor(SHORT)).toBe(10)
    expect(slowdownFactor({ ...SHORT, steps: [{ title: 'Long', ms: 60_000, shows: null }] })).toBe(1)
    expect(replayMs(SHORT)).toBe(6000 + 2 * 1400)
  })

  it.each([
    [-1, ['pending', 'pending', 'pending'], 0, 0, 0, null],
    [0, ['running', 'pending', 'pending'], 0, 0, 0, null],
    [500, ['running', 'pending', 'pending'], 0.5, 0, 0, null],
    [1000, ['succeeded', 'running', 'pending'], 1, 0, 0, null],
    [2500, ['succeeded', 'running', 'pending'], 1, 0.5, 0, null],
    [5000, ['succeeded', 'succeeded', 'running'], 1, 1, 0.5, null],
    [6000, ['succeeded', 'succeeded', 'succeeded'], 1, 1, 1, 0],
    [7500, ['succeeded', 'succeeded', 'succeeded'], 1, 1, 1, 1],
    [8800, ['succeeded', 'succeeded', 'succeeded'], 1, 1, 1, 0],
    [99_000, ['succeeded', 'succeeded', 'succeeded'], 1, 1, 1, 0],
  ])('at %i ms', (at, steps, text, marks, codes, selected) => {
    expect(frameAt(SHORT, at)).toEqual({ steps, text, marks, codes, selected })
  })

  it('of a run that found nothing selects nothing', () => {
    expect(frameAt({ ...SHORT, findings: [] }, 99_000).selected).toBeNull()
  })
})

describe('the recorded run', () => {
  it('says which version of which agent it shows, and when it ran', () => {
    expect(recording.agent.slug).toBe('icd10-coder')
    expect(recording.agent.version).toBeGreaterThan(0)
    expect(recording.recorded_on).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(totalMs(recording)).toBeGreaterThan(0)
  })

  it('points every code to words of its text', () => {
    expect(recording.findings.length).toBeGreaterThan(5)
    for (const { places } of recording.findings) {
      expect(places.length).toBeGreaterThan(0)
      for (const [start, end] of places) expect(recording.text.slice(start, end).trim()).not.toBe('')
    }
  })

  it('brings the text, the marks and the codes into sight', () => {
    expect(recording.steps.map(({ shows }) => shows).filter(Boolean)).toEqual(['text', 'marks', 'codes'])
  })
})

describe('the beats of a replay', () => {
  it('are where something changes, and nowhere else', () => {
    const beats = beatsOf(SHORT)
    expect(beats).toEqual([...new Set(beats)].toSorted((a, b) => a - b))
    expect(beats).toEqual(expect.arrayContaining([1000, 4000, 6000, 7400, 8800]))
    expect(beats.at(-1)).toBe(replayMs(SHORT))
    expect(beats.filter((beat) => beat > 6000)).toEqual([7400, 8800])
    for (const beat of beats) expect(frameAt(SHORT, beat)).not.toEqual(frameAt(SHORT, beat - 1))
  })

  it('are few enough for a phone', () => {
    expect(beatsOf(recording).length).toBeLessThan(60)
  })

  it('of a run that found nothing end with the run', () => {
    expect(beatsOf({ ...SHORT, findings: [] }).at(-1)).toBe(6000)
  })
})

describe('the player', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const BEATS = [100, 500, 1000]

  it('plays to its end and stops there', () => {
    const player = createPlayer(BEATS)
    player.play()
    vi.advanceTimersByTime(600)
    expect(player.get()).toEqual({ at: 500, playing: true })
    vi.advanceTimersByTime(5000)
    expect(player.get()).toEqual({ at: 1000, playing: false })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('stays still while it is paused, and continues from there', () => {
    const player = createPlayer(BEATS)
    player.play()
    vi.advanceTimersByTime(300)
    player.pause()
    vi.advanceTimersByTime(10_000)
    expect(player.get()).toEqual({ at: 100, playing: false })
    player.play()
    player.play()
    vi.advanceTimersByTime(400)
    expect(player.get()).toEqual({ at: 500, playing: true })
    expect(vi.getTimerCount()).toBe(1)
  })

  it('plays again from the beginning, and shows its end at once when asked', () => {
    const player = createPlayer(BEATS)
    player.finish()
    expect(player.get()).toEqual({ at: 1000, playing: false })
    player.play()
    expect(player.get()).toEqual({ at: 0, playing: true })
  })

  it('tells its followers when something changes and only then', () => {
    const player = createPlayer(BEATS)
    const seen: number[] = []
    player.subscribe(() => seen.push(player.get().at))
    player.pause()
    player.play()
    vi.advanceTimersByTime(10_000)
    expect(seen).toEqual([0, 100, 500, 1000])
  })
})
