/**
 * What happens in workflows that are open, as every process hears it from the database: that one changed, which its rows then say, and
 * who is where in it, which is said and forgotten.
 */
import { z } from 'zod'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { PRESENCE } from '#contract/workflows/edit-limits.ts'
import { Person } from '#contract/workflows/workflow-edits.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { listen } from '#server/platform/database/listen.ts'
import { notifyChannel } from './edits.store.ts'

const CHANNEL = 'chowk_workflows'

const Message = z.object({
  id: z.string(),
  here: Person.optional(),
  left: z.string().optional(),
  comments: z.literal(true).optional(),
})
type Message = z.infer<typeof Message>

/** What a follower is woken for: `changed` must be looked up, `people` is at hand, `comments` are asked for by who shows them. */
export type WakeReason = 'changed' | 'people' | 'comments'
export type Wake = (why: WakeReason) => void

export interface WorkflowFeed {
  /** @returns how to stop */
  follow(workflow: WorkflowId, wake: Wake): () => void
  /** Who is here now; those who fell silent 15 s ago are not. */
  people(workflow: WorkflowId): Person[]
  close(): Promise<void>
}

interface Room {
  wakes: Set<Wake>
  people: Map<string, { person: Person; until: number }>
  /** Set while followers were told of people a moment ago; `again` when there is more to tell when it is over. */
  pause: { timer: NodeJS.Timeout; again: boolean } | null
}

interface Options {
  databaseUrl: string
  now: () => number
  /** Followers are told of people at most this often, however often these say where they are. */
  pace_ms: number
}

/** Tells every process, this one too. */
export const publishToFeed = (db: Queryable, message: Message): Promise<void> =>
  notifyChannel(db, CHANNEL, JSON.stringify(message))

/** Whether others see one more page of its person; the pages that are seen stay so. */
const hasRoom = ({ people }: Room, { client, user_id }: Person): boolean =>
  people.has(client) || [...people.values()].filter(({ person }) => person.user_id === user_id).length < PRESENCE.pages

/** Connects when the first reader comes. */
export function createWorkflowFeed({ databaseUrl, now, pace_ms }: Options): WorkflowFeed {
  const rooms = new Map<string, Room>()
  let stop: (() => Promise<void>) | undefined
  const wake = (room: Room, why: WakeReason) => {
    for (const one of room.wakes) one(why)
  }
  const wakeForPeople = (room: Room) => {
    if (room.pause) {
      room.pause.again = true
      return
    }
    wake(room, 'people')
    const over = () => {
      const again = room.pause?.again
      room.pause = null
      if (again) wakeForPeople(room)
    }
    room.pause = { timer: setTimeout(over, pace_ms).unref(), again: false }
  }
  const hear = ({ id, here, left, comments }: Message) => {
    const room = rooms.get(id)
    if (!room) return
    if (here && !hasRoom(room, here)) return
    if (here) room.people.set(here.client, { person: here, until: now() + PRESENCE.gone_ms })
    if (left !== undefined) room.people.delete(left)
    if (here || left !== undefined) wakeForPeople(room)
    else wake(room, comments ? 'comments' : 'changed')
  }
  const receive = (payload: string) => {
    const parsed = Message.safeParse(JSON.parse(payload))
    if (parsed.success) hear(parsed.data)
  }
  const sweep = setInterval(() => {
    for (const room of rooms.values()) {
      const gone = [...room.people].filter(([, { until }]) => until <= now())
      for (const [client] of gone) room.people.delete(client)
      if (gone.length > 0) wakeForPeople(room)
    }
  }, 1000).unref()
  const start = () =>
    listen({
      databaseUrl,
      channel: CHANNEL,
      receive,
      connected: () => {
        for (const room of rooms.values()) for (const why of ['changed', 'comments'] as const) wake(room, why)
      },
    })
  return {
    follow(workflow, one) {
      stop ??= start()
      const room = rooms.get(workflow) ?? { wakes: new Set(), people: new Map(), pause: null }
      rooms.set(workflow, room)
      room.wakes.add(one)
      return () => {
        room.wakes.delete(one)
        if (room.wakes.size > 0 || rooms.get(workflow) !== room) return
        clearTimeout(room.pause?.timer)
        rooms.delete(workflow)
      }
    },
    people: (workflow) =>
      [...(rooms.get(workflow)?.people.values() ?? [])]
        .filter(({ until }) => until > now())
        .map(({ person }) => person)
        .toSorted((a, b) => (a.client < b.client ? -1 : 1)),
    async close() {
      clearInterval(sweep)
      await stop?.()
    },
  }
}
