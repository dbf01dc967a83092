/** GitHub (https://docs.github.com/en/rest/issues/issues): pages by links in a header (RFC 8288), files with the hash of what they replace. */
import { createHash } from 'node:crypto'
import { bearer, type Call, isJson, match, type Reply, type Service } from './service.ts'

interface Issue {
  number: number
  title: string
  state: string
  body: string | null
  labels: { name: string }[]
  comments: { id: number; body: string }[]
}

const no = (status: number, message: string, errors?: object[]): Reply => ({
  status,
  body: {
    message,
    ...(errors && { errors }),
    documentation_url: 'https://docs.github.com/rest',
    status: String(status),
  },
})
const shaOf = (content: string) => createHash('sha1').update(content).digest('hex')

export function github(token: string): Service & { issues: Issue[]; files: Map<string, string> } {
  const issues: Issue[] = []
  const files = new Map<string, string>()
  const hooks = new Map<number, object>()

  function list<T>(call: Call, all: readonly T[]): Reply {
    const size = Math.min(Number(call.query.get('per_page') ?? 30), 100)
    const page = Number(call.query.get('page') ?? 1)
    const next = new URL(call.path + (call.query.size > 0 ? `?${call.query}` : ''), call.origin)
    next.searchParams.set('page', String(page + 1))
    const headers: Record<string, string> =
      page * size < all.length ? { link: `<${next}>; rel="next", <${next}>; rel="last"` } : {}
    return { headers, body: all.slice((page - 1) * size, page * size) }
  }

  function ofIssue(call: Call, issue: Issue, rest: string): Reply | null {
    const json = (call.json ?? {}) as Partial<Issue> & { labels?: (string | { name: string })[] }
    if (rest === '/comments' && call.method === 'POST') {
      if (!json.body)
        return no(422, 'Validation Failed', [{ resource: 'IssueComment', code: 'missing_field', field: 'body' }])
      issue.comments.push({ id: issue.comments.length + 1, body: json.body })
      return { status: 201, body: issue.comments.at(-1) }
    }
    if (rest === '/labels' && call.method === 'POST') {
      issue.labels.push(...(json.labels ?? []).map((one) => (typeof one === 'string' ? { name: one } : one)))
      return { body: issue.labels }
    }
    if (rest !== '') return null
    if (call.method === 'PATCH') {
      if (json.state !== undefined && !['open', 'closed'].includes(json.state))
        return no(422, 'Validation Failed', [{ resource: 'Issue', code: 'invalid', field: 'state' }])
      Object.assign(issue, json, { labels: issue.labels })
    }
    return { body: { ...issue, comments: issue.comments.length } }
  }

  function contents(call: Call, path: string): Reply | null {
    const content = files.get(path)
    const { sha, message, content: given } = (call.json ?? {}) as Record<string, string | undefined>
    if (call.method === 'GET')
      return content === undefined
        ? no(404, 'Not Found')
        : { body: { type: 'file', path, encoding: 'base64', content, sha: shaOf(content) } }
    if (!message) return no(422, 'Invalid request.\n\n"message" wasn\'t supplied.')
    if (content !== undefined && sha === undefined) return no(422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
    if (content !== undefined && sha !== shaOf(content)) return no(409, `${path} does not match ${sha}`)
    if (call.method === 'DELETE') {
      if (content === undefined) return no(404, 'Not Found')
      files.delete(path)
      return { body: { content: null, commit: { sha: 'c' } } }
    }
    if (call.method !== 'PUT' || !given || Buffer.from(given, 'base64').toString('base64') !== given)
      return no(422, 'content is not valid Base64')
    files.set(path, given)
    return {
      status: content === undefined ? 201 : 200,
      body: { content: { path, sha: shaOf(given) }, commit: { sha: 'c' } },
    }
  }

  function answer(call: Call): Reply | null {
    if (!call.headers['user-agent'])
      return no(403, 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header')
    if (call.bytes.length > 0 && !isJson(call)) return no(400, 'Problems parsing JSON')
    const [owner, repo, rest = ''] = /^\/repos\/([^/]+)\/([^/]+)(\/.*)?$/.exec(call.path)?.slice(1) ?? []
    if (call.path === '/user') return { body: { login: 'asha', id: 1 } }
    if (owner === undefined) return null
    if (owner !== 'asha' || repo !== 'clinic') return no(404, 'Not Found')
    if (rest === '/issues' && call.method === 'GET') {
      const state = call.query.get('state') ?? 'open'
      return list(
        call,
        issues.filter((one) => state === 'all' || one.state === state),
      )
    }
    if (rest === '/issues' && call.method === 'POST') {
      const {
        title = '',
        body = null,
        labels = [],
      } = (call.json ?? {}) as { title?: string; body?: string; labels?: string[] }
      if (title === '')
        return no(422, 'Validation Failed', [{ resource: 'Issue', code: 'missing_field', field: 'title' }])
      const issue = {
        number: issues.length + 1,
        title,
        body,
        state: 'open',
        labels: labels.map((name) => ({ name })),
        comments: [],
      }
      issues.push(issue)
      return { status: 201, body: { ...issue, comments: 0 } }
    }
    const [, path] = /^\/contents\/(.+)$/.exec(rest) ?? []
    if (path !== undefined) return contents(call, decodeURIComponent(path))
    if (rest === '/hooks' && call.method === 'POST') {
      hooks.set(hooks.size + 1, call.json)
      return { status: 201, body: { id: hooks.size, ...call.json } }
    }
    const [, hook] = /^\/hooks\/(\d+)$/.exec(rest) ?? []
    if (hook && call.method === 'DELETE') return hooks.delete(Number(hook)) ? { status: 204 } : no(404, 'Not Found')
    const [number = '', more = ''] = /^\/issues\/(\d+)(\/.*)?$/.exec(rest)?.slice(1) ?? []
    const issue = issues[Number(number) - 1]
    return issue
      ? ofIssue(call, issue, more)
      : match(call, call.method, /\/issues\/(\d+)/)
        ? no(404, 'Not Found')
        : null
  }
  return { ...{ issues, files, answer, signedIn: bearer(token) }, refusal: no(401, 'Bad credentials') }
}
