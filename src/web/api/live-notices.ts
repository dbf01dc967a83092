/**
 * Notices as they come. Of all windows of one browser only one holds a stream open and tells the others: a browser opens six
 * connections to one server, and a stream keeps one of them for itself. When that window closes the next one takes over.
 */
import type { NoticeEvent } from '#contract/accounts/notices.ts'
import { createStore } from '#web/lib/store.ts'
import { openView } from './acting/support-view.ts'
import { refresh } from './action.ts'
import type { DataName } from './call.ts'
import { followStream } from './stream.ts'

export interface LiveNotices {
  /** Null until the server has said. */
  unread: number | null
  /** The title of the newest one that came while this page was open: what a screen reader hears. */
  heard: string | null
}

const NOTHING: LiveNotices = { unread: null, heard: null }
export const liveNotices = createStore<LiveNotices>(NOTHING)

/** What is told of a chat with a service, or was read of it, changes the inbox. */
const INBOX: readonly DataName[] = ['getInboxSummary', 'listInbox', 'getInboxChat', 'listInboxMessages']

/** What every window does with an event, its own or another's. */
function take(event: NoticeEvent, roleChanged: () => void): void {
  const fresh = event.type === 'notice' && event.notice.read_at === null
  liveNotices.set({
    unread: event.unread,
    heard: fresh ? event.notice.title : liveNotices.get().heard,
  })
  void refresh('listNotices', ...INBOX)
  if (event.type !== 'notice') return
  void refresh('getDashboard')
  if (event.notice.kind === 'role_decided') roleChanged()
}

/** Runs `work` in one window at a time, until aborted; in each where the browser has no locks. */
async function alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(name, { signal }, work)
}

/**
 * Follows the notices of the signed-in user.
 * @param roleChanged what the user may do is different from now on
 * @returns stops it
 */
export function followNotices(user: string, roleChanged: () => void): () => void {
  // A view of support has no streams: it shows what was there when the page was loaded.
  if (openView() !== null) return () => {}
  const end = new AbortController()
  const name = `chowk.notices.${user}`
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let last: NoticeEvent | null = null
  let leading = false
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<NoticeEvent | 'hello'>) => {
      if (data !== 'hello') take(data, roleChanged)
      else if (leading && last) channel.postMessage({ type: 'unread', seq: last.seq, unread: last.unread })
    }
    channel.postMessage('hello')
  }
  const lead = () => {
    leading = true
    return followStream(
      'streamNotices',
      {},
      {
        signal: end.signal,
        isLast: () => false,
        onEvent: (event) => {
          last = event
          take(event, roleChanged)
          channel?.postMessage(event)
        },
      },
    )
  }
  // Refused, or left: the list itself still tells what there is.
  alone(name, end.signal, lead).catch(() => {})
  return () => {
    end.abort()
    channel?.close()
    liveNotices.set(NOTHING)
  }
}
