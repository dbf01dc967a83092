/** Zoho CRM (https://www.zoho.com/crm/developer/docs/api/v6/insert-records.html): each record has its own verdict, an empty list is no content. */
import { bearer, type Call, isJson, match, type Reply, type Service } from './service.ts'

type Stored = Record<string, unknown> & { id: string }

const MANDATORY: Record<string, string> = { Leads: 'Last_Name', Contacts: 'Last_Name', Accounts: 'Account_Name' }
const no = (status: number, code: string, message: string): Reply => ({
  status,
  body: { code, details: {}, message, status: 'error' },
})

export function zoho(token: string): Service & { modules: Map<string, Map<string, Stored>> } {
  const modules = new Map(Object.keys(MANDATORY).map((name) => [name, new Map<string, Stored>()]))
  let made = 5_000_000_000

  function insert(stored: Map<string, Stored>, module: string, data: Record<string, unknown>[]): Reply {
    const field = MANDATORY[module] ?? ''
    const verdicts = data.map((given) => {
      if (!given[field])
        return {
          code: 'MANDATORY_NOT_FOUND',
          details: { api_name: field },
          message: 'required field not found',
          status: 'error',
        }
      const id = String(++made)
      stored.set(id, { ...given, id })
      return { code: 'SUCCESS', details: { id }, message: 'record added', status: 'success' }
    })
    const failed = verdicts.filter(({ status }) => status === 'error').length
    return { status: failed === 0 ? 201 : failed === data.length ? 400 : 207, body: { data: verdicts } }
  }

  function list(call: Call, all: readonly Stored[]): Reply {
    const size = Number(call.query.get('per_page') ?? 200)
    const page = Number(call.query.get('page') ?? 1)
    const data = all.slice((page - 1) * size, page * size)
    if (data.length === 0) return { status: 204 }
    return {
      body: { data, info: { per_page: size, count: data.length, page, more_records: page * size < all.length } },
    }
  }

  function answer(call: Call): Reply | null {
    const [module = '', rest] = match(call, call.method, /^\/crm\/v6\/([^/]+)(?:\/([^/]+))?$/) ?? []
    const stored = modules.get(module)
    if (module === '') return null
    if (!stored) return no(400, 'INVALID_MODULE', 'the module name given seems to be invalid')
    const { data } = (call.json ?? {}) as { data?: Record<string, unknown>[] }
    if (['POST', 'PUT'].includes(call.method) && (!isJson(call) || !Array.isArray(data)))
      return no(400, 'MANDATORY_NOT_FOUND', 'required field not found')
    if (!rest && call.method === 'POST') return insert(stored, module, data ?? [])
    if (!rest && call.method === 'GET') {
      if (!call.query.get('fields'))
        return no(400, 'REQUIRED_PARAM_MISSING', 'One of the expected parameter is missing')
      return list(call, [...stored.values()])
    }
    if (rest === 'search') {
      const email = call.query.get('email')
      return list(
        call,
        [...stored.values()].filter((one) => one.Email === email),
      )
    }
    const found = stored.get(rest ?? '')
    if (!found)
      return call.method === 'GET' ? { status: 204 } : no(400, 'INVALID_DATA', 'the id given seems to be invalid')
    if (call.method === 'GET') return { body: { data: [found] } }
    const verdict = (message: string) => ({
      body: { data: [{ code: 'SUCCESS', details: { id: found.id }, message, status: 'success' }] },
    })
    if (call.method === 'PUT') {
      Object.assign(found, data?.[0], { id: found.id })
      return verdict('record updated')
    }
    if (call.method !== 'DELETE') return null
    stored.delete(found.id)
    return verdict('record deleted')
  }
  return {
    ...{
      modules,
      answer,
      signedIn: (call) => bearer(token)(call) || call.headers.authorization === `Zoho-oauthtoken ${token}`,
    },
    refusal: no(401, 'INVALID_TOKEN', 'invalid oauth token'),
  }
}
