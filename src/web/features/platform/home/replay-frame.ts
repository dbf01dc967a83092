/** What a replay shows at a moment: a pure function of the recording and the time, so that it can be paused, repeated and tested. */
import type { Recording } from './recording.ts'

/** A run is stretched to about this, so that a reader can follow it. */
const PLAYED_MS = 6000
/** After the run, the first findings are looked at in turn, as a person would. */
const WALKED = 6
const LOOK_MS = 1400

/** How many times slower than it ran the run is shown; a whole number, and never faster. */
export const slowdownFactor = ({ steps }: Recording): number =>
  Math.max(1, Math.round(PLAYED_MS / Math.max(1, totalMs({ steps }))))

/** How long the run took, in ms. */
export const totalMs = ({ steps }: Pick<Recording, 'steps'>): number => steps.reduce((sum, { ms }) => sum + ms, 0)

/** Length of the replay with the looking afterwards, in ms. */
export const replayMs = (recording: Recording): number =>
  totalMs(recording) * slowdownFactor(recording) + Math.min(WALKED, recording.findings.length) * LOOK_MS

/** While a step brings something into sight, it does so this often; more would cost a phone more than it shows. */
const BEAT_MS = 160

/** When something changes, in ms since the beginning, ascending; the last is the end. */
export function beatsOf(recording: Recording): readonly number[] {
  const slower = slowdownFactor(recording)
  const beats: number[] = []
  let begin = 0
  for (const { ms, shows } of recording.steps) {
    const end = begin + ms * slower
    if (shows) for (let beat = begin + BEAT_MS; beat < end; beat += BEAT_MS) beats.push(beat)
    beats.push(end)
    begin = end
  }
  for (let look = begin; look <= replayMs(recording); look += LOOK_MS) beats.push(look)
  return [...new Set(beats)].filter((beat) => beat > 0)
}

export interface Frame {
  steps: readonly ('pending' | 'running' | 'succeeded')[]
  /** Fractions of the text, of the marked words and of the listed codes that are in sight. */
  text: number
  marks: number
  codes: number
  /** The selected finding, by its index; null while the run is in progress. */
  selected: number | null
}

/** @param at ms since the beginning; before it, nothing has begun; the end and everything after it is the finished run with its first finding */
export function frameAt(recording: Recording, at: number): Frame {
  const slower = slowdownFactor(recording)
  const seen = { text: 0, marks: 0, codes: 0 }
  let begin = 0
  const steps = recording.steps.map(({ ms, shows }) => {
    const end = begin + ms * slower
    const done = at >= end ? 1 : Math.max(0, (at - begin) / (end - begin))
    const status = at >= end ? ('succeeded' as const) : at >= begin ? ('running' as const) : ('pending' as const)
    if (shows) seen[shows] = done
    begin = end
    return status
  })
  const look = Math.floor((at - begin) / LOOK_MS)
  const walked = at >= replayMs(recording) ? 0 : look
  return { steps, ...seen, selected: at < begin || recording.findings.length === 0 ? null : walked }
}
