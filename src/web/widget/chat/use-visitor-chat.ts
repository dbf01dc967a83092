/**
 * A conversation of a visitor, kept by the server: a reload, another tab and another device of a member show the same. A message that did
 * not arrive is sent again under its key, so that it counts once.
 */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { ChatMessage } from '#contract/runs/conversations.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { PlanItem } from '#contract/runs/plan.ts'
import { ApiError } from '#web/api/api-error.ts'
import { retryDelay } from '#web/api/retry-delay.ts'
import { pause } from '#web/lib/pause.ts'
import { bodyOf, type ChatState, type Sending } from '#web/parts/runs/chat/chat-state.ts'
import { joinPages, putBefore, SHOWN } from '#web/parts/runs/chat/join-pages.ts'
import { joinWritten } from '#web/parts/runs/chat/join-written.ts'
import { useStop } from '#web/parts/runs/chat/use-stop.ts'
import type { ChatClient } from './chat-client.ts'
import { wordsFor } from './words-for.ts'

/** Tries of a message while there is no connection: about half a minute. */
const TRIES = 5

export interface VisitorChat extends ChatState {
  /** Whether a person answers, or is waited for. */
  withPerson: boolean
  /** Asks for a person. */
  askForPerson: () => Promise<void>
  /** Lets the agent answer again. */
  returnToAgent: () => Promise<void>
  /** The messages are being fetched. */
  loading: boolean
}

interface Ports {
  client: ChatClient
  /** The conversation; it begins with its first message. */
  id: string
  uploadMb: number
  /** Whether it has not begun yet. */
  fresh: boolean
  /** The page is closed to this visitor: what it is now has to be asked. */
  onRefused: (error: unknown) => void
  /** A message was accepted. */
  onSent: () => void
}

/** Waits, until the browser says that it is online again at the latest. */
function untilOnline(ms: number): Promise<void> {
  const controller = new AbortController()
  addEventListener('online', () => controller.abort(), { once: true })
  return pause(ms, controller.signal)
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403 || error.status === 404)

interface Found {
  id: string
  items: readonly ChatMessage[]
  /** How many there are. */
  total: number
  withPerson: boolean
}

const NOTHING = { items: [], total: 0, withPerson: false }

/** Looks again when this page is shown, or another tab has changed something. */
function useOtherTabs({ token }: ChatClient, load: () => Promise<void>): () => void {
  useEffect(() => {
    const tabs = new BroadcastChannel(`chowk.chat.${token}`)
    const onShown = () => document.visibilityState === 'visible' && void load()
    tabs.onmessage = () => void load()
    document.addEventListener('visibilitychange', onShown)
    addEventListener('online', onShown)
    return () => {
      tabs.close()
      document.removeEventListener('visibilitychange', onShown)
      removeEventListener('online', onShown)
    }
  }, [token, load])
  return useCallback(() => {
    const tabs = new BroadcastChannel(`chowk.chat.${token}`)
    tabs.postMessage('changed')
    tabs.close()
  }, [token])
}

/** What was said, from the server, and again when something may have changed. */
function useMessages({ client, id, fresh, onRefused }: Pick<Ports, 'client' | 'id' | 'fresh' | 'onRefused'>) {
  const [found, setFound] = useState<Found | null>(fresh ? { id, ...NOTHING } : null)
  const load = useCallback(async () => {
    if (fresh) return
    try {
      const { items, total, with_person } = await client.call('listVisitorMessages', {
        params: { id: id as never },
        query: { limit: SHOWN },
      })
      setFound((before) => ({
        ...{ id, total, withPerson: with_person },
        items: joinPages(before?.id === id ? before.items : [], items.toReversed()),
      }))
    } catch (error) {
      // It was deleted, or the page was turned off.
      if (error instanceof ApiError && error.status === 404) setFound({ id, ...NOTHING })
      if (isRefusal(error)) onRefused(error)
    }
  }, [client, id, fresh, onRefused])
  useEffect(() => void load(), [load])
  const tell = useOtherTabs(client, load)
  const { items, total, withPerson } = found?.id === id ? found : NOTHING
  const loadEarlier = async () => {
    const query = { limit: SHOWN, offset: items.length }
    const page = await client.call('listVisitorMessages', { params: { id: id as never }, query })
    setFound((before) => before && { ...before, items: putBefore(before.items, page.items) })
  }
  return {
    items,
    earlier: items.length < total ? loadEarlier : null,
    withPerson,
    loading: found?.id !== id,
    load,
    tell,
    set: (now: readonly ChatMessage[]) =>
      setFound((before) => ({ ...(before?.id === id ? before : NOTHING), id, items: now })),
  }
}

const followVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
const useVisible = (): boolean => useSyncExternalStore(followVisibility, () => document.visibilityState === 'visible')

/**
 * Fetches what was said as soon as others have said or changed something: the owner may join any chat. A page that nobody looks at holds
 * no connection, and asks once it is shown.
 * @param exists false before the first message
 */
function useChanges(client: ChatClient, id: string, exists: boolean, load: () => Promise<void>): void {
  const on = useVisible() && exists
  useEffect(() => {
    if (!on) return
    const controller = new AbortController()
    const { signal } = controller
    // Also what was missed while the connection was lost.
    const onConnection = (connected: boolean) => connected && void load()
    client
      .followChanges(id, { signal, isLast: () => false, onEvent: () => void load(), onConnection })
      .catch(() => undefined)
    return () => controller.abort()
  }, [client, id, on, load])
}

/** The run that is to answer, as far as it is known: the newest message to the agent that nothing has answered. */
function findAsked(items: readonly ChatMessage[]): ChatMessage | undefined {
  const at = items.findLastIndex(({ role, to_staff }) => role === 'person' && !to_staff)
  const isAnswered = items.slice(at + 1).some(({ role }) => role === 'agent' || role === 'staff')
  return isAnswered ? undefined : items[at]
}

/** The answer under way, as it is written. @param answering the message that it answers; null while there is none */
function useAnswer(client: ChatClient, id: string, answering: string | null, onTurn: () => Promise<void>) {
  const [live, setLive] = useState<{ of: string; text: string } | null>(null)
  const [planned, setPlanned] = useState<{ of: string; items: readonly PlanItem[] } | null>(null)
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (answering === null) return
    const controller = new AbortController()
    let known = ''
    const follow = client.follow(id, {
      signal: controller.signal,
      onConnection: (connected) => setLost(!connected),
      isLast: ({ type }) => type === 'end',
      onEvent: (event) => {
        if (event.type === 'written') {
          known = joinWritten(known, event)
          setLive({ of: answering, text: known })
        }
        if (event.type === 'plan') setPlanned({ of: answering, items: event.items })
        if (event.type === 'status' && event.status === 'waiting') void onTurn()
      },
    })
    // Refused or ended: the messages say what became of it.
    void follow
      .catch(() => undefined)
      .then(() => {
        if (controller.signal.aborted) return
        setLost(false)
        void onTurn()
      })
    return () => {
      controller.abort()
      setLost(false)
    }
  }, [client, id, answering, onTurn])
  return {
    live: live !== null && live.of === answering ? live.text : null,
    livePlan: planned !== null && planned.of === answering ? planned.items : null,
    lost,
  }
}

/** Sends a message, again while there is no connection: it counts once by its key. @throws ApiError */
async function post(client: ChatClient, id: string, message: Sending): Promise<ChatMessage> {
  const body = bodyOf(message)
  for (let tries = 1; ; tries += 1)
    try {
      return await client.call('sendVisitorMessage', { params: { id: id as never }, body })
    } catch (error) {
      const isAway = error instanceof ApiError && error.retryable
      if (!isAway || tries === TRIES) throw error
      await untilOnline(retryDelay(tries - 1))
    }
}

export function useVisitorChat({ client, id, fresh, uploadMb, onRefused, onSent }: Ports): VisitorChat {
  const messages = useMessages({ client, id, fresh, onRefused })
  const { items, load, tell } = messages
  const [sending, setSending] = useState<(Sending & { id: string }) | null>(null)
  const shown = sending?.id === id ? sending : null
  const last = findAsked(items)
  const isUnderWay = last !== undefined && last.error === null && (last.status === null || !isFinal(last.status))
  const answer = useAnswer(client, id, isUnderWay ? last.id : null, load)
  useChanges(client, id, !fresh, load)
  const cancel = useCallback(() => client.call('stopVisitorAnswer', { params: { id: id as never } }), [client, id])
  const renew = useCallback(async () => {
    await load()
    tell()
  }, [load, tell])
  const run = isUnderWay && last.status !== null ? last.id : null
  const { stopping, stopFailed, stop, forgetStop } = useStop(run, cancel, renew)

  const deliver = async (message: Sending) => {
    forgetStop()
    setSending({ ...message, id, error: null })
    try {
      const accepted = await post(client, id, message)
      const at = items.findIndex((one) => one.id === message.replaces)
      messages.set([...(at < 0 ? items : items.slice(0, at)), accepted])
      setSending(null)
      onSent()
      tell()
    } catch (error) {
      setSending({ ...message, id, error: wordsFor(error) })
      if (isRefusal(error)) onRefused(error)
    }
  }
  return {
    loading: messages.loading,
    messages: items,
    earlier: messages.earlier,
    sending: shown,
    ...answer,
    answering: isUnderWay,
    busy: (isUnderWay && !messages.withPerson) || (shown !== null && shown.error === null),
    withPerson: messages.withPerson,
    askForPerson: async () => {
      await client.call('askForPerson', { params: { id: id as never } })
      onSent()
      await renew()
    },
    returnToAgent: async () => {
      await client.call('returnToAgent', { params: { id: id as never } })
      await renew()
    },
    uploadMb,
    upload: client.upload,
    download: (file) => client.download(id, file),
    send: (text, files, replaces) => void deliver({ key: crypto.randomUUID(), text, files, replaces, error: null }),
    again: () => {
      if (shown) void deliver(shown)
    },
    discard: () => {
      setSending(null)
      return shown?.text ?? ''
    },
    stopping,
    stopFailed: stopFailed === null ? null : wordsFor(stopFailed),
    stop,
    rate: async (message, rating, reason) => {
      await client.call('rateVisitorAnswer', {
        params: { id: id as never, message },
        body: { rating, reason },
      })
      tell()
    },
  }
}
