/** Outlook through Microsoft Graph (https://learn.microsoft.com/en-us/graph/api/resources/mail-api-overview); pages are whole addresses. */
import { bearer, type Call, isJson, match, type Reply, type Service } from './service.ts'

interface Message {
  id: string
  subject: string
  isRead: boolean
  isDraft: boolean
  parentFolderId: string
  [field: string]: unknown
}

/** https://learn.microsoft.com/en-us/graph/errors */
export const graphError = (status: number, code: string, message: string): Reply => ({
  status,
  body: { error: { code, message, innerError: { date: '2026-01-31T09:30:00', 'request-id': '0' } } },
})

/** A list with `$top`, and the address of what follows. */
export function graphList(call: Call, all: readonly object[]): Reply {
  const top = Number(call.query.get('$top') ?? 10)
  const skip = Number(call.query.get('$skiptoken') ?? 0)
  const next = new URL(call.path, call.origin)
  for (const [name, value] of call.query) next.searchParams.set(name, value)
  next.searchParams.set('$skiptoken', String(skip + top))
  return {
    body: { value: all.slice(skip, skip + top), ...(skip + top < all.length && { '@odata.nextLink': next.href }) },
  }
}

export function outlook(token: string): Service & { messages: Map<string, Message>; sent: object[] } {
  const messages = new Map<string, Message>()
  const sent: object[] = []
  let made = 0

  function ofMessage(call: Call, message: Message, verb: string): Reply | null {
    const json = (call.json ?? {}) as Record<string, unknown>
    if (verb === '' && call.method === 'GET') return { body: message }
    if (verb === '' && call.method === 'PATCH') return { body: Object.assign(message, json) }
    if (verb === '' && call.method === 'DELETE') {
      messages.delete(message.id)
      return { status: 204 }
    }
    if (call.method !== 'POST') return null
    if (verb === 'reply' || verb === 'forward') {
      if (verb === 'forward' && !json.toRecipients)
        return graphError(400, 'ErrorInvalidRecipients', 'At least one recipient isn’t valid.')
      sent.push({ verb, of: message.id, ...json })
      return { status: 202 }
    }
    if (verb !== 'move') return null
    // A message that is moved is another one.
    messages.delete(message.id)
    const moved = { ...message, id: `AAMk${++made}`, parentFolderId: String(json.destinationId) }
    messages.set(moved.id, moved)
    return { status: 201, body: moved }
  }

  function answer(call: Call): Reply | null {
    if (call.bytes.length > 0 && !isJson(call))
      return graphError(415, 'RequestBodyRead', 'The content type is not supported.')
    const json = (call.json ?? {}) as Record<string, unknown>
    if (match(call, 'POST', /^\/v1\.0\/me\/sendMail$/)) {
      const message = json.message as { toRecipients?: { emailAddress?: { address?: string } }[] } | undefined
      if (!message?.toRecipients?.[0]?.emailAddress?.address?.includes('@'))
        return graphError(400, 'ErrorInvalidRecipients', 'At least one recipient isn’t valid.')
      sent.push(message)
      return { status: 202 }
    }
    if (match(call, 'POST', /^\/v1\.0\/me\/messages$/)) {
      const id = `AAMk${++made}`
      messages.set(id, { id, isRead: true, isDraft: true, parentFolderId: 'drafts', subject: '', ...json })
      return { status: 201, body: messages.get(id) }
    }
    if (match(call, 'GET', /^\/v1\.0\/me\/messages$/)) {
      const search = call.query.get('$search')
      if (search !== null && !/^".*"$/.test(search))
        return graphError(400, 'BadRequest', 'Syntax error: character is not valid in the search clause.')
      if (search !== null && call.query.has('$orderby'))
        return graphError(400, 'SearchWithOrderBy', "The query parameter '$orderby' is not supported with '$search'.")
      const word = search?.slice(1, -1) ?? ''
      return graphList(
        call,
        [...messages.values()].filter(({ subject }) => subject.includes(word)),
      )
    }
    const [id, verb = ''] = match(call, call.method, /^\/v1\.0\/me\/messages\/([^/]+)(?:\/(\w+))?$/) ?? []
    if (id === undefined) return null
    const message = messages.get(id)
    return message
      ? ofMessage(call, message, verb)
      : graphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')
  }
  return {
    ...{ messages, sent, answer, signedIn: bearer(token) },
    refusal: graphError(401, 'InvalidAuthenticationToken', 'Access token is empty.'),
  }
}
