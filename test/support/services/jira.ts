/** Jira Cloud (https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/): texts are documents (ADF), changes answer nothing. */
import { basic, type Call, isJson, match, pageOf, type Reply, type Service } from './service.ts'

interface Issue {
  id: string
  key: string
  fields: Record<string, unknown>
  comments: object[]
}

const no = (status: number, errorMessages: string[], errors: Record<string, string> = {}): Reply => ({
  status,
  body: { errorMessages, errors },
})
const TRANSITIONS = [
  { id: '11', name: 'To Do', to: { name: 'To Do' } },
  { id: '31', name: 'Done', to: { name: 'Done' } },
]

export function jira(email: string, token: string): Service & { issues: Map<string, Issue> } {
  const issues = new Map<string, Issue>()
  const isDocument = (value: unknown): boolean => (value as { type?: string; version?: number } | null)?.type === 'doc'

  function ofIssue(call: Call, issue: Issue, rest: string): Reply | null {
    const json = (call.json ?? {}) as Record<string, Record<string, unknown> | undefined>
    if (rest === '' && call.method === 'GET') return { body: { id: issue.id, key: issue.key, fields: issue.fields } }
    if (rest === '' && call.method === 'PUT') {
      Object.assign(issue.fields, json.fields)
      return { status: 204 }
    }
    if (rest === '' && call.method === 'DELETE') {
      issues.delete(issue.key)
      return { status: 204 }
    }
    if (rest === '/comment' && call.method === 'POST') {
      if (!isDocument(json.body)) return no(400, ['Comment body is not valid!'])
      issue.comments.push(json.body ?? {})
      return { status: 201, body: { id: String(issue.comments.length), body: json.body } }
    }
    if (rest === '/transitions' && call.method === 'GET') return { body: { transitions: TRANSITIONS } }
    if (rest === '/transitions' && call.method === 'POST') {
      const to = TRANSITIONS.find(({ id }) => id === json.transition?.id)
      if (!to) return no(400, ['It seems that you have tried to perform an illegal workflow operation.'])
      issue.fields.status = to.to
      return { status: 204 }
    }
    return null
  }

  function answer(call: Call): Reply | null {
    if (call.bytes.length > 0 && !isJson(call)) return { status: 415 }
    if (match(call, 'POST', /^\/rest\/api\/3\/issue$/)) {
      const fields = ((call.json ?? {}) as { fields?: Record<string, unknown> }).fields ?? {}
      const errors = {
        ...(!fields.summary && { summary: 'You must specify a summary of the issue.' }),
        ...(!fields.project && { project: 'Specify a valid project ID or key' }),
        ...(fields.description !== undefined &&
          !isDocument(fields.description) && {
            description: 'Operation value must be an Atlassian Document (see the Atlassian Document Format)',
          }),
      }
      if (Object.keys(errors).length > 0) return no(400, [], errors)
      const number = issues.size + 1
      const issue = {
        id: String(10000 + number),
        key: `CARE-${number}`,
        fields: { ...fields, status: { name: 'To Do' } },
        comments: [],
      }
      issues.set(issue.key, issue)
      return {
        status: 201,
        body: { id: issue.id, key: issue.key, self: `${call.origin}/rest/api/3/issue/${issue.id}` },
      }
    }
    if (match(call, 'GET', /^\/rest\/api\/3\/search\/jql$/)) {
      if (!call.query.get('jql')) return no(400, ['Unbounded JQL queries are not allowed here.'])
      const { items, next } = pageOf(
        [...issues.values()],
        Number(call.query.get('maxResults') ?? 50),
        call.query.get('nextPageToken'),
      )
      return { body: { issues: items, isLast: next === null, ...(next && { nextPageToken: next }) } }
    }
    if (match(call, 'GET', /^\/rest\/api\/3\/project\/search$/)) {
      const from = Number(call.query.get('startAt') ?? 0)
      const values = [{ key: 'CARE' }, { key: 'DESK' }, { key: 'LAB' }]
      const size = Number(call.query.get('maxResults') ?? 2)
      const isLast = from + size >= values.length
      const next = `${call.origin}${call.path}?startAt=${from + size}&maxResults=${size}`
      return {
        body: {
          startAt: from,
          maxResults: size,
          total: 3,
          isLast,
          values: values.slice(from, from + size),
          ...(!isLast && { nextPage: next }),
        },
      }
    }
    const [key, rest = ''] = /^\/rest\/api\/3\/issue\/([^/]+)(\/.*)?$/.exec(call.path)?.slice(1) ?? []
    if (key === undefined) return null
    const issue = issues.get(key)
    return issue
      ? ofIssue(call, issue, rest)
      : no(404, ['Issue does not exist or you do not have permission to see it.'])
  }
  return {
    ...{ issues, answer, signedIn: basic(email, token) },
    refusal: { status: 401, body: { message: 'Client must be authenticated to access this resource.' } },
  }
}
