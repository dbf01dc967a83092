/** A conversation with the draft of a workflow, kept on the server: a reload and another device show the same. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExecutionId, WorkflowId } from '#contract/core/primitives.ts'
import type { ChatMessage, ConversationId } from '#contract/runs/conversations.ts'
import { refresh } from '#web/api/action.ts'
import { call, download } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { useRuntimeLimits } from '#web/api/use-site.ts'
import { uploadOnce } from '#web/parts/runs/start-run.ts'
import { awaitedAnswer } from './awaited-answer.ts'
import { bodyOf, type ChatState, type Sending } from './chat-state.ts'
import { joinPages, putBefore, SHOWN } from './join-pages.ts'
import { useLiveAnswer } from './live-answer.ts'
import { useStop } from './use-stop.ts'

/** How often it is asked whether the run of a message is there by now, in ms. */
const STARTING_MS = 1_000
const listQuery = (workflow_id: WorkflowId) => q('listConversations', { query: { workflow_id, limit: 1 } })
const messagesQuery = (id: ConversationId | null) =>
  q('listMessages', { params: { id: id as ConversationId }, query: { limit: SHOWN } })

const renew = () => refresh('listMessages')
const cancel = (id: ExecutionId) =>
  call('controlExecution', { params: { id }, body: { action: 'cancel' } }, { exact: true })

/** Nothing tells when the run of the newest message is there. @param items newest first */
function isStarting(items: readonly ChatMessage[]): boolean {
  const { underWay, run } = awaitedAnswer(items.slice(0, 1))
  return underWay && run === null
}

/** What was said, from the newest on as far back as was asked for. */
function useMessages(id: ConversationId | null) {
  const { data, isPending } = useQuery({
    ...messagesQuery(id),
    enabled: id !== null,
    refetchInterval: ({ state }) => isStarting(state.data?.items ?? []) && STARTING_MS,
  })
  const [kept, setKept] = useState<{ id: ConversationId; items: readonly ChatMessage[] } | null>(null)
  const page = id === null ? [] : (data?.items ?? []).toReversed()
  const messages = kept?.id === id ? joinPages(kept.items, page) : page
  const loadEarlier = async (of: ConversationId) => {
    const query = { limit: SHOWN, offset: messages.length }
    const { items } = await call('listMessages', { params: { id: of }, query })
    setKept({ id: of, items: putBefore(messages, items) })
  }
  const hasEarlier = messages.length < (data?.total ?? 0)
  return {
    messages,
    earlier: id !== null && hasEarlier ? () => loadEarlier(id) : null,
    pending: id !== null && isPending,
  }
}

export interface DraftChat extends ChatState {
  /** The conversation is being fetched. */
  loading: boolean
  /** The conversation that is open; null for a new one. */
  id: ConversationId | null
  /** Shows another one after this was deleted. */
  forget(): Promise<void>
  /** Begins another conversation; this one is kept on the server. */
  restart(): void
}

/** @param before what has to be saved before a message is sent */
export function useDraftChat(workflow_id: WorkflowId, before: () => Promise<void>): DraftChat {
  const list = useQuery(listQuery(workflow_id))
  const [chosen, setChosen] = useState<ConversationId | 'new' | null>(null)
  const id = chosen === 'new' ? null : (chosen ?? list.data?.items[0]?.id ?? null)
  const { messages, earlier, pending } = useMessages(id)
  const { upload_mb: uploadMb } = useRuntimeLimits()
  const [sending, setSending] = useState<Sending | null>(null)
  const { underWay, run } = awaitedAnswer(messages)
  const live = useLiveAnswer(run, renew)
  const { stopping, stopFailed, stop, forgetStop } = useStop(run, cancel, renew)
  const deliver = async (message: Sending) => {
    forgetStop()
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
    id,
    forget: async () => {
      setSending(null)
      setChosen(null)
      await refresh('listConversations')
    },
    loading: list.isPending || pending,
    messages,
    earlier,
    sending,
    live: live.text,
    livePlan: live.plan,
    lost: false,
    uploadMb,
    upload: uploadOnce,
    download: (id) => download('getFile', { params: { id: id as never } }),
    answering: underWay,
    busy: underWay || (sending !== null && sending.error === null),
    send: (text, files, replaces) => void deliver({ key: crypto.randomUUID(), text, files, replaces, error: null }),
    again: () => {
      if (sending) void deliver(sending)
    },
    discard: () => {
      setSending(null)
      return sending?.text ?? ''
    },
    stopping,
    stopFailed: stopFailed === null ? null : friendly(stopFailed),
    stop,
    restart: () => {
      setSending(null)
      setChosen('new')
    },
  }
}
