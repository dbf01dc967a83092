/** The draft of an agent while it is written: shown at once, saved a moment after the last key, and never lost. */
import { useEffect, useRef, useState } from 'react'
import type { AgentDraft, OwnAgentDetail, UpdateAgent } from '#contract/agents/publishing.ts'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ownAgentQuery } from './own-agent-query.ts'
import { fieldOf, keepPending, readPending, splitPending } from './pending.ts'

const WAIT_MS = 600
const AGAIN_MS = 5000

export type Saving = 'saved' | 'saving' | 'unsaved'
type Errors = Readonly<Partial<Record<keyof UpdateAgent, string>>>

export type DraftChange = UpdateAgent | ((draft: AgentDraft) => UpdateAgent)

export interface OwnDraft {
  agent: OwnAgentDetail
  /** With what was typed just now. */
  draft: AgentDraft
  /** A change, or how to get it from the draft as it is then: for what was begun earlier, such as an upload. */
  set: (change: DraftChange) => void
  /** Does what the draft waits for: it isn't saved before that has ended. */
  during: (work: () => Promise<void>) => Promise<void>
  /** Whether something of that kind is under way. */
  waits: boolean
  /** Why a field was refused. */
  errors: Errors
  saving: Saving
  failure: string | null
  /** Saves now what is not saved. @throws ApiError */
  flush: () => Promise<void>
}

/** The fields of what was sent that the server did not take. */
function refusedOf(error: unknown, sent: UpdateAgent): [keyof UpdateAgent, string][] {
  if (!(error instanceof ApiError) || error.status !== 400) return []
  return error.problems.flatMap(({ field, message }): [keyof UpdateAgent, string][] => {
    const key = fieldOf(field)
    return key && key in sent ? [[key, message]] : []
  })
}

interface Keeper {
  pending: () => UpdateAgent
  keep: (next: UpdateAgent) => void
  say: (saving: Saving) => void
  refuse: (found: readonly [keyof UpdateAgent, string][]) => void
}

/** Sends pending changes; refused fields wait until they are typed again and do not block others. */
async function send(id: string, refused: ReadonlySet<string>, keeper: Keeper): Promise<void> {
  const { send: sent, held } = splitPending(keeper.pending(), refused)
  if (Object.keys(sent).length === 0) return keeper.say(Object.keys(held).length === 0 ? 'saved' : 'unsaved')
  keeper.say('saving')
  try {
    const next = await call('updateAgent', { params: { id }, body: sent })
    queryClient.setQueryData(ownAgentQuery(id).queryKey, next)
    void refresh('listOwnAgents')
    // What was typed meanwhile is not what was sent.
    const left = Object.entries(keeper.pending()).filter(([key, value]) => value !== sent[key as keyof UpdateAgent])
    keeper.keep(Object.fromEntries(left))
    keeper.say(left.length === 0 ? 'saved' : 'unsaved')
  } catch (error) {
    keeper.say('unsaved')
    const found = refusedOf(error, sent)
    if (found.length === 0) throw error
    keeper.refuse(found)
    await send(id, refused, keeper)
  }
}

export function useOwnDraft(id: string): OwnDraft {
  const agent = useData(ownAgentQuery(id))
  const [pending, setPending] = useState<UpdateAgent>(() => readPending(id))
  const [errors, setErrors] = useState<Errors>({})
  const [saving, setSaving] = useState<Saving>('saved')
  const [failure, setFailure] = useState<string | null>(null)
  const now = useRef({ pending, refused: new Set<string>(), work: Promise.resolve() })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const keep = (next: UpdateAgent) => {
    now.current.pending = next
    setPending(next)
    keepPending(id, next)
  }
  const keeper: Keeper = {
    pending: () => now.current.pending,
    keep,
    say: setSaving,
    refuse: (found) => {
      for (const [key] of found) now.current.refused.add(key)
      setErrors((before) => ({ ...before, ...Object.fromEntries(found) }))
    },
  }
  const flush = async () => {
    clearTimeout(timer.current)
    now.current.work = now.current.work.catch(() => {}).then(() => send(id, now.current.refused, keeper))
    await now.current.work
    setFailure(null)
  }
  const later = (ms: number) => {
    clearTimeout(timer.current)
    const again = (error: unknown) => {
      setFailure(friendly(error))
      later(AGAIN_MS)
    }
    timer.current = setTimeout(() => void flush().catch(again), ms)
  }
  useAtEnds({
    begin: () => Object.keys(now.current.pending).length > 0 && later(0),
    end: () => void flush().catch(() => {}),
  })

  const set = (how: DraftChange) => {
    const saved = queryClient.getQueryData<OwnAgentDetail>(ownAgentQuery(id).queryKey) ?? agent
    const change = typeof how === 'function' ? how({ ...saved.draft, ...now.current.pending } as AgentDraft) : how
    for (const key of Object.keys(change)) now.current.refused.delete(key)
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in change))))
    keep({ ...now.current.pending, ...change })
    setSaving('unsaved')
    later(WAIT_MS)
  }
  const { during, waits } = useWaiting()
  const draft = { ...agent.draft, ...pending } as AgentDraft
  return { agent, draft, set, during, waits, errors, saving: waits ? 'unsaved' : saving, failure, flush }
}

function useWaiting(): Pick<OwnDraft, 'during' | 'waits'> {
  const [works, setWorks] = useState(0)
  const during = async (work: () => Promise<void>) => {
    setWorks((count) => count + 1)
    try {
      await work()
    } finally {
      setWorks((count) => count - 1)
    }
  }
  return { during, waits: works > 0 }
}

/** What was kept over a reload is sent when the page opens; what is not sent yet when it is left. */
function useAtEnds(acts: { begin: () => unknown; end: () => void }): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    latest.current.begin()
    return () => latest.current.end()
  }, [])
}
