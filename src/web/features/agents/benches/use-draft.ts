import { useEffect, useRef, useState } from 'react'
import type { Bench, SaveBench } from '#contract/agents/benches.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import type { CaseText } from '#web/parts/agents/cases/case-text.ts'
import { benchQuery } from './bench-queries.ts'
import { benchCaseText, toBenchCase } from './cases.ts'

const PAUSE_MS = 700

export interface Draft {
  cases: readonly CaseText[]
  setCases: (change: (cases: readonly CaseText[]) => readonly CaseText[]) => void
  /** Agents, mapping and days are stored at once. */
  choose: (change: Partial<Omit<SaveBench, 'cases'>>) => Promise<void>
  state: 'saved' | 'saving' | 'failed'
  error: unknown
  /** Stores what is still only here. @throws ApiError */
  save: () => Promise<void>
}

/** What is typed is stored a moment later, and when the page is left: nothing waits for a button. */
export function useDraft(bench: Bench): Draft {
  const [cases, set] = useState<readonly CaseText[]>(() => bench.cases.map((one, at) => benchCaseText(one, String(at))))
  const [state, setState] = useState<Draft['state']>('saved')
  const [error, setError] = useState<unknown>(null)
  const now = useRef({ cases, dirty: false, rest: restOf(bench), line: Promise.resolve() })
  const { id } = bench
  const send = async () => {
    const { rest } = now.current
    now.current.dirty = false
    setState('saving')
    try {
      const body = { ...rest, cases: now.current.cases.map(toBenchCase) }
      const stored = await call('saveBench', { params: { id }, body })
      now.current.rest = restOf(stored)
      queryClient.setQueryData(benchQuery(id).queryKey, stored)
      setError(null)
      setState(now.current.dirty ? 'saving' : 'saved')
    } catch (cause) {
      now.current.dirty = true
      setError(cause)
      setState('failed')
      throw cause
    }
  }
  // One after the other: a later state is never overwritten by an earlier one.
  const save = () => {
    const next = now.current.line.catch(() => {}).then(() => (now.current.dirty ? send() : undefined))
    now.current.line = next.catch(() => {})
    return next
  }
  const saving = useRef(save)
  saving.current = save
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      void saving.current().catch(() => {})
    },
    [],
  )
  return {
    cases,
    state,
    error,
    save,
    setCases: (change) => {
      now.current.cases = change(now.current.cases)
      now.current.dirty = true
      set(now.current.cases)
      setState('saving')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void saving.current().catch(() => {}), PAUSE_MS)
    },
    choose: async (change) => {
      const before = now.current.rest
      now.current.rest = { ...before, ...change }
      now.current.dirty = true
      await save().catch((cause: unknown) => {
        now.current.rest = before
        throw cause
      })
    },
  }
}

const restOf = ({ agents, same_as, keep_days }: Bench): Omit<SaveBench, 'cases'> => ({
  agent_ids: agents.flatMap((agent) => (agent.id === null ? [] : [agent.id])),
  same_as,
  keep_days,
})
