/** Gmail (https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages). Mails arrive as RFC 5322 in base64url. */
import { googleError } from './google.ts'
import { bearer, type Call, match, pageOf, type Reply, type Service } from './service.ts'

interface Mail {
  id: string
  threadId: string
  labelIds: string[]
  raw: string
}

export function gmail(token: string): Service & { mails: Map<string, Mail>; drafts: Map<string, Mail> } {
  const mails = new Map<string, Mail>()
  const drafts = new Map<string, Mail>()
  const labels = [{ id: 'INBOX', name: 'INBOX', type: 'system' }]
  let made = 0

  function keep(into: Map<string, Mail>, raw: unknown, labelIds: string[], threadId?: unknown): Mail | Reply {
    const text = typeof raw === 'string' && /^[\w-]+=*$/.test(raw) ? Buffer.from(raw, 'base64url').toString() : ''
    if (!/^to: .*@/im.test(text)) return googleError(400, 'Recipient address required', 'INVALID_ARGUMENT')
    const id = `m${++made}`
    const mail = { id, threadId: typeof threadId === 'string' ? threadId : id, labelIds, raw: text }
    into.set(id, mail)
    return mail
  }

  const shown = ({ id, threadId, labelIds, raw }: Mail) => ({
    ...{ id, threadId, labelIds, snippet: raw.split(/\r?\n\r?\n/)[1]?.slice(0, 50) ?? '' },
    payload: {
      headers: raw
        .split(/\r?\n\r?\n/)[0]
        ?.split(/\r?\n(?!\s)/)
        .map((line) => ({ name: line.split(':')[0], value: line.slice(line.indexOf(':') + 2) })),
    },
  })
  const refused = (made: Mail | Reply): made is Reply => !('threadId' in made)

  function list(call: Call, key: 'messages' | 'drafts', all: object[]): Reply {
    const size = Number(call.query.get('maxResults') ?? 100)
    const { items, next } = pageOf(all, size, call.query.get('pageToken'))
    // An empty list is left out, as Google leaves out everything that is empty.
    return {
      body: {
        ...(items.length > 0 && { [key]: items }),
        ...(next && { nextPageToken: next }),
        resultSizeEstimate: all.length,
      },
    }
  }

  function answer(call: Call): Reply | null {
    const of = '^/gmail/v1/users/me'
    if (match(call, 'POST', new RegExp(`${of}/messages/send$`))) {
      const mail = keep(mails, call.json?.raw, ['SENT'], call.json?.threadId)
      return refused(mail) ? mail : { body: { id: mail.id, threadId: mail.threadId, labelIds: mail.labelIds } }
    }
    if (match(call, 'POST', new RegExp(`${of}/drafts$`))) {
      const mail = keep(drafts, (call.json?.message as { raw?: string } | undefined)?.raw, ['DRAFT'])
      return refused(mail) ? mail : { body: { id: `r${mail.id}`, message: { id: mail.id, threadId: mail.threadId } } }
    }
    if (match(call, 'GET', new RegExp(`${of}/drafts$`)))
      return list(
        call,
        'drafts',
        [...drafts.values()].map(({ id, threadId }) => ({ id: `r${id}`, message: { id, threadId } })),
      )
    if (match(call, 'GET', new RegExp(`${of}/messages$`))) {
      const word = call.query.get('q') ?? ''
      const wanted = call.query.getAll('labelIds')
      const found = [...mails.values()].filter(
        ({ raw, labelIds }) =>
          raw.includes(word) &&
          wanted.every((one) => labelIds.includes(one)) &&
          (!labelIds.includes('TRASH') || call.query.get('includeSpamTrash') === 'true'),
      )
      return list(
        call,
        'messages',
        found.map(({ id, threadId }) => ({ id, threadId })),
      )
    }
    const [id, verb] = match(call, call.method, new RegExp(`${of}/messages/([^/]+)(?:/(modify|trash))?$`)) ?? []
    const mail = mails.get(id ?? '')
    if (id !== undefined && !mail) return googleError(404, 'Requested entity was not found.', 'NOT_FOUND')
    if (mail && verb === '' && call.method === 'GET') return { body: shown(mail) }
    if (mail && verb !== '' && call.method === 'POST') {
      const { addLabelIds = [], removeLabelIds = [] } = (call.json ?? {}) as Record<string, string[] | undefined>
      const unknown = addLabelIds.find((one) => !labels.some((label) => label.id === one))
      if (unknown !== undefined) return googleError(400, `Invalid label: ${unknown}`, 'INVALID_ARGUMENT')
      const kept = mail.labelIds.filter((one) => !removeLabelIds.includes(one))
      mail.labelIds = verb === 'trash' ? ['TRASH'] : [...new Set([...kept, ...addLabelIds])]
      return { body: { id: mail.id, threadId: mail.threadId, labelIds: mail.labelIds } }
    }
    if (match(call, 'GET', new RegExp(`${of}/labels$`))) return { body: { labels } }
    if (match(call, 'POST', new RegExp(`${of}/labels$`))) {
      const name = String(call.json?.name ?? '')
      if (labels.some((label) => label.name === name))
        return googleError(409, 'Label name exists or conflicts', 'ABORTED')
      labels.push({ id: `Label_${labels.length}`, name, type: 'user' })
      return { body: labels.at(-1) }
    }
    return null
  }
  return {
    ...{ mails, drafts, answer, signedIn: bearer(token) },
    refusal: googleError(401, 'Request had invalid authentication credentials.', 'UNAUTHENTICATED'),
  }
}
