import { describe, expect, it } from 'vitest'
import { FORK_REFUSED } from '#contract/runs/execution-states.ts'
import type { Execution, ExecutionEvent, NodeRun } from '#contract/runs/executions.ts'
import { RunAbilities } from '#contract/runs/run-details.ts'
import { applyEvent } from './run-events.ts'

const node = (node_id: string, more: Partial<NodeRun> = {}): NodeRun => ({
  node_id,
  type: 'code',
  title: node_id,
  status: 'pending',
  started_at: null,
  finished_at: null,
  attempts: 0,
  output: null,
  stored: false,
  origin: null,
  error: null,
  tries: [],
  usage: [],
  iteration: '',
  port: null,
  logs: [],
  wait: null,
  follows: null,
  ...more,
})
const yes = { allowed: true, reason: null }
const no = (reason: string) => ({ allowed: false, reason })
const notEnded = no('This run hasn’t ended yet.')
const running = {
  status: 'running',
  seq: 3,
  nodes: [node('read'), node('each'), node('show')],
  abilities: {
    pause: yes,
    resume: no('This run isn’t paused.'),
    cancel: yes,
    retry: notEnded,
    rerun: notEnded,
    fork: notEnded,
    make_case: notEnded,
    delete: no('This run has not ended. Stop it first.'),
  },
} as unknown as Execution

type NodeEvent = Extract<ExecutionEvent, { type: 'node' }>

const event = (node_id: string, more: Partial<NodeEvent> = {}): NodeEvent => ({
  type: 'node',
  seq: 4,
  node_id,
  iteration: '',
  status: 'succeeded',
  attempts: 1,
  port: 'out',
  output: 1,
  stored: false,
  origin: null,
  usage: [],
  error: null,
  started_at: null,
  finished_at: null,
  ...more,
})

describe('a run after an event', () => {
  it('knows the state of the node, and the position of the stream', () => {
    const after = applyEvent(running, event('read', { seq: 7 }))
    expect(after.nodes[0]).toMatchObject({ status: 'succeeded', attempts: 1, output: 1, title: 'read' })
    expect(after.seq).toBe(7)
    expect(applyEvent(after, event('read', { seq: 5 })).seq).toBe(7)
  })

  it('shows the items of a map in place of the node that had not begun, one after the other', () => {
    const one = applyEvent(running, event('each', { iteration: '0' }))
    const two = applyEvent(one, event('each', { iteration: '1', status: 'running' }))
    expect(two.nodes.map(({ node_id, iteration, status }) => [node_id, iteration, status])).toEqual([
      ['read', '', 'pending'],
      ['each', '0', 'succeeded'],
      ['each', '1', 'running'],
      ['show', '', 'pending'],
    ])
  })

  it('may be done with as its new status allows', () => {
    const ended = applyEvent(running, { type: 'end', seq: 9, status: 'failed', output: null, error: null })
    expect(ended.abilities.retry.allowed).toBe(true)
    expect(ended.abilities.cancel).toEqual({ allowed: false, reason: 'This run has finished.' })
  })

  it('is never forked by a person who cannot edit its workflow, whatever its status becomes', () => {
    const fork = { allowed: false, reason: FORK_REFUSED }
    const buyers = { ...running, abilities: { ...running.abilities, fork } }
    const ended = applyEvent(buyers, { type: 'end', seq: 9, status: 'failed', output: null, error: null })
    expect(ended.abilities.fork).toEqual(fork)
  })

  it('keeps every button of its page when its status changes, and is deleted once it has ended', () => {
    const waiting = applyEvent(running, { type: 'status', seq: 8, status: 'waiting' })
    expect(Object.keys(waiting.abilities).sort()).toEqual(Object.keys(RunAbilities.shape).sort())
    expect(waiting.abilities.delete).toEqual(no('This run has not ended. Stop it first.'))
    const ended = applyEvent(waiting, { type: 'end', seq: 9, status: 'succeeded', output: null, error: null })
    expect(ended.abilities.delete).toEqual(yes)
  })

  it('is never deleted by a person who does not own it, nor repeated when it belongs to a bench', () => {
    const theirs = no('Only the owner of a run can delete it.')
    const bench = no('The run belongs to a bench.')
    const seen = { ...running, abilities: { ...running.abilities, delete: theirs, rerun: bench } }
    const ended = applyEvent(seen, { type: 'end', seq: 9, status: 'succeeded', output: null, error: null })
    expect(ended.abilities).toMatchObject({ delete: theirs, rerun: bench })
  })

  describe('of a step that follows others', () => {
    const chain = {
      ...running,
      nodes: [
        node('form'),
        node('read', { follows: 'form', status: 'running' }),
        node('other', { follows: 'form' }),
        node('find', { follows: 'read' }),
      ],
    }
    const statuses = (run: Execution) => run.nodes.map(({ status }) => status)

    it('shows those as done, though their own events were missed', () => {
      const after = applyEvent(chain, event('find', { seq: null, status: 'running' }))
      expect(statuses(after)).toEqual(['succeeded', 'succeeded', 'pending', 'running'])
    })

    it('shows it at work from its progress on', () => {
      const progress = {
        type: 'progress',
        seq: null,
        node_id: 'find',
        iteration: '',
        fraction: 0.5,
        message: '',
      } as const
      const after = applyEvent(chain, progress)
      expect(statuses(after)).toEqual(['succeeded', 'succeeded', 'pending', 'running'])
      expect(applyEvent(after, progress)).toBe(after)
    })

    it('takes what their events say, when they come, and concludes nothing from a step that is left out', () => {
      const after = applyEvent(chain, event('find', { seq: null, status: 'running' }))
      const read = event('read', { seq: 5, finished_at: '2026-01-01T00:00:00.000Z' })
      expect(applyEvent(after, read).nodes[1]).toMatchObject({ status: 'succeeded', finished_at: read.finished_at })
      expect(statuses(applyEvent(chain, event('find', { status: 'skipped' })))[0]).toBe('pending')
    })
  })

  it('bears an event of a node it does not know', () => {
    expect(applyEvent(running, event('other')).nodes).toHaveLength(3)
  })
})
