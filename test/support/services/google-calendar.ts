/** Google Calendar (https://developers.google.com/workspace/calendar/api/v3/reference/events). */
import { googleError } from './google.ts'
import { bearer, type Call, match, pageOf, type Reply, type Service } from './service.ts'

interface Time {
  dateTime?: string
  date?: string
  timeZone?: string
}
interface Event {
  id: string
  status: string
  summary?: string
  start?: Time
  end?: Time
}

const at = (time: Time | undefined): number => Date.parse(time?.dateTime ?? time?.date ?? '')

export function googleCalendar(token: string): Service & { calendars: Map<string, Map<string, Event>> } {
  const calendars = new Map<string, Map<string, Event>>([['primary', new Map()]])
  let made = 0

  function write(events: Map<string, Event>, given: Partial<Event>, id: string): Reply {
    const event: Event = { id, status: 'confirmed', ...events.get(id), ...given }
    if (Number.isNaN(at(event.start))) return googleError(400, 'Missing start time.', 'INVALID_ARGUMENT')
    if (Number.isNaN(at(event.end))) return googleError(400, 'Missing end time.', 'INVALID_ARGUMENT')
    if (at(event.end) < at(event.start))
      return googleError(400, 'The specified time range is empty.', 'INVALID_ARGUMENT')
    events.set(id, event)
    return { body: { kind: 'calendar#event', ...event } }
  }

  function answer(call: Call): Reply | null {
    if (match(call, 'POST', /^\/calendar\/v3\/calendars$/)) {
      const id = `c${++made}@group.calendar.google.com`
      calendars.set(id, new Map())
      return { body: { kind: 'calendar#calendar', id, summary: call.json?.summary } }
    }
    if (match(call, 'GET', /^\/calendar\/v3\/users\/me\/calendarList$/)) {
      const all = [...calendars.keys()].map((id) => ({ id }))
      const { items, next } = pageOf(all, Number(call.query.get('maxResults') ?? 100), call.query.get('pageToken'))
      return { body: { kind: 'calendar#calendarList', items, ...(next && { nextPageToken: next }) } }
    }
    const [calendar, id] = match(call, call.method, /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/) ?? []
    if (calendar === undefined) return null
    const events = calendars.get(calendar)
    if (!events || (id && events.get(id) === undefined && call.method !== 'POST'))
      return googleError(404, 'Not Found', 'NOT_FOUND')
    const json = (call.json ?? {}) as Partial<Event>
    if (!id && call.method === 'POST') return write(events, json, `e${++made}`)
    if (!id && call.method === 'GET') {
      const [from, to] = ['timeMin', 'timeMax'].map((name) => call.query.get(name))
      for (const time of [from, to])
        if (time && !/T.*(?:Z|[+-]\d\d:\d\d)$/.test(time)) return googleError(400, 'Bad Request', 'INVALID_ARGUMENT')
      const word = call.query.get('q') ?? ''
      const found = [...events.values()].filter(
        (event) =>
          (event.summary ?? '').includes(word) &&
          (!from || at(event.end) > Date.parse(from)) &&
          (!to || at(event.start) < Date.parse(to)),
      )
      const { items, next } = pageOf(found, Number(call.query.get('maxResults') ?? 250), call.query.get('pageToken'))
      return { body: { kind: 'calendar#events', items, ...(next && { nextPageToken: next }) } }
    }
    const event = events.get(id ?? '')
    if (!event || !id) return null
    if (call.method === 'GET') return { body: event }
    if (call.method === 'PATCH') return write(events, json, id)
    if (call.method !== 'DELETE') return null
    if (event.status === 'cancelled') return googleError(410, 'Resource has been deleted', 'GONE')
    event.status = 'cancelled'
    return { status: 204 }
  }
  return {
    ...{ calendars, answer, signedIn: bearer(token) },
    refusal: googleError(401, 'Invalid Credentials', 'UNAUTHENTICATED'),
  }
}
