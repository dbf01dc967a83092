/** A conversation with the draft of a workflow, kept on the server: a reload and another device show the same. */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ExecutionId, WorkflowId } from '#contract/core/primitives.ts'
import type { ConversationId } from '#contract/runs/conversations.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { useRuntimeLimits } from '#web/api/use-site.ts'
import { uploadOnce } from '#web/parts/runs/start-run.ts'
import { bodyOf, type ChatState, type Sending } from './chat-state.ts'
import { useLiveAnswer } from './live-answer.ts'

const SHOWN = 100
const listQuery = (workflow_id: WorkflowId) => q('listConversations', { query: { workflow_id, limit: 1 } })
const messagesQuery = (id: ConversationId | null) =>
  q('listMessages', { params: { id: id as ConversationId }, query: { limit: SHOWN } })

export interface DraftChat extends ChatState {
  /** The conversation is being fetched. */
  loading: boolean
  /** Begins another conversation; this one is kept on the server. */
  restart(): void
}

/** @param before what has to be saved before a message is sent */
export function useDraftChat(workflow_id: WorkflowId, before: () => Promise<void>): DraftChat {
  const list = useQuery(listQuery(workflow_id))
  const [chosen, setChosen] = useState<ConversationId | 'new' | null>(null)
  const id = chosen === 'new' ? null : (chosen ?? list.data?.items[0]?.id ?? null)
  const found = useQuery({ ...messagesQuery(id), enabled: id !== null })
  const messages = id === null ? [] : (found.data?.items ?? []).toReversed()
  const { upload_mb: uploadMb } = useRuntimeLimits()
  const [sending, setSending] = useState<Sending | null>(null)
  const last = messages.at(-1)
  const isUnderWay = last?.role === 'person' && last.error === null && (last.status === null || !isFinal(last.status))
  const running = isUnderWay ? last.execution_id : null
  const renew = useCallback(() => void refresh('listMessages'), [])
  const live = useLiveAnswer(running, renew)

  // Stopped before its run was known.
  const stopped = useRef(false)
  const cancel = useCallback(
    async (run: ExecutionId) => {
      stopped.current = false
      await call('controlExecution', { params: { id: run }, body: { action: 'cancel' } }).catch(() => undefined)
      renew()
    },
    [renew],
  )
  useEffect(() => {
    if (running !== null && stopped.current) void cancel(running)
  }, [running, cancel])
  const deliver = async (message: Sending) => {
    stopped.current = false
    setSending({ ...message, error: null })
    try {
      const unsaved = await before().catch((error: Error) => error.message)
      if (typeof unsaved === 'string') return setSending({ ...message, error: unsaved })
      const into = id ?? (await call('startConversation', { body: { workflow_id } })).id
      if (id === null) setChosen(into)
      await call('sendMessage', { params: { id: into }, body: bodyOf(message) })
      await refresh('listMessages', 'listConversations')
      setSending(null)
    } catch (error) {
      setSending({ ...message, error: friendly(error) })
    }
  }
  return {
    loading: list.isPending || (id !== null && found.isPending),
    messages,
    sending,
    live: live.text,
    livePlan: live.plan,
    lost: false,
    uploadMb,
    upload: uploadOnce,
    answering: isUnderWay,
    busy: isUnderWay || (sending !== null && sending.error === null),
    send: (text, files, replaces) => void deliver({ key: crypto.randomUUID(), text, files, replaces, error: null }),
    again: () => {
      if (sending) void deliver(sending)
    },
    discard: () => {
      setSending(null)
      return sending?.text ?? ''
    },
    stop: () => {
      if (running === null) stopped.current = true
      else void cancel(running)
    },
    restart: () => {
      setSending(null)
      setChosen('new')
    },
  }
}
