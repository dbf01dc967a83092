/** Server-sent events as text arrives: the parser of the event-stream format (HTML standard, 9.2.6). */

export interface ServerEvent {
  id: string | null
  event: string
  data: string
}

/** Feed it pieces of text as they come; it answers the events they complete. */
export function createEventParser(): (text: string) => ServerEvent[] {
  let rest = ''
  let lastId: string | null = null
  let event = ''
  let data: string[] = []

  const line = (text: string): ServerEvent | null => {
    if (text === '') {
      const done = data.length > 0 ? { id: lastId, event: event || 'message', data: data.join('\n') } : null
      event = ''
      data = []
      return done
    }
    const colon = text.indexOf(':')
    if (colon === 0) return null
    const name = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (name === 'data') data.push(value)
    else if (name === 'event') event = value
    else if (name === 'id' && !value.includes('\0')) lastId = value
    return null
  }

  return (text) => {
    rest += text
    // A lone CR at the end may be half of a CRLF: it waits for what comes next.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    return lines.map(line).filter((done) => done !== null)
  }
}
