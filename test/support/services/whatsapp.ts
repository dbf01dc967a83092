/** WhatsApp's Cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages), with the errors of the Graph API. */
import { bearer, type Call, isJson, match, pageOf, type Reply, type Service } from './service.ts'

const no = (status: number, code: number, message: string, type = 'OAuthException'): Reply => ({
  status,
  body: { error: { message, type, code, fbtrace_id: 'AbC' } },
})

/** A business with two accounts, as a token with `business_management` sees it. */
const BUSINESSES = [
  {
    id: '5',
    name: 'Clinic',
    accounts: [
      { id: '9', name: 'Patients', numbers: [{ id: '100', display_phone_number: '+91 98765 43210' }] },
      { id: '10', name: 'Staff', numbers: [{ id: '101', display_phone_number: '+91 98765 43211' }] },
    ],
  },
]

export function whatsapp(token: string): Service & {
  messages: Record<string, unknown>[]
  media: Map<string, Buffer>
  /** What Meta does with a template after a while. */
  approve(name: string): void
} {
  const messages: Record<string, unknown>[] = []
  const media = new Map<string, Buffer>()
  const templates: { id: string; name: string; language: string; category: string; status: string }[] = []

  function businesses({ query }: Call): object[] {
    const fields = query.get('fields') ?? 'id,name'
    const [, edges] = /^owned_whatsapp_business_accounts\{(.+)\}$/.exec(fields) ?? []
    return BUSINESSES.map(({ id, name, accounts }) => {
      if (edges === undefined) return { id, name }
      const data = accounts.map((one, index) => ({
        ...{ id: one.id, name: one.name },
        ...(edges.includes('phone_numbers') && { phone_numbers: { data: one.numbers } }),
        // Templates that were made here are those of the first account; an account without any has no edge.
        ...(edges.includes('message_templates') && index === 0 && { message_templates: { data: templates } }),
      }))
      return { id, owned_whatsapp_business_accounts: { data } }
    })
  }

  function answer(call: Call): Reply | null {
    if (match(call, 'POST', /^\/v21\.0\/(\d+)\/messages$/)) {
      const json = (call.json ?? {}) as Record<string, Record<string, unknown> | string | undefined>
      if (!isJson(call) || json.messaging_product !== 'whatsapp')
        return no(400, 100, '(#100) The parameter messaging_product is required.')
      if (typeof json.to !== 'string') return no(400, 100, '(#100) The parameter to is required.')
      const type = String(json.type ?? 'text')
      if (typeof json[type] !== 'object') return no(400, 100, `(#100) The parameter ${type} is required.`)
      const { id } = (json.document ?? {}) as { id?: string }
      if (type === 'document' && !media.has(id ?? '')) return no(400, 131053, '(#131053) Media upload error')
      messages.push(json)
      return {
        body: {
          messaging_product: 'whatsapp',
          contacts: [{ input: json.to, wa_id: String(json.to).replace(/\D/g, '') }],
          messages: [{ id: `wamid.${messages.length}` }],
        },
      }
    }
    if (match(call, 'POST', /^\/v21\.0\/(\d+)\/media$/)) {
      const text = call.bytes.toString('latin1')
      if (
        !/^multipart\/form-data; boundary=/.test(call.headers['content-type'] ?? '') ||
        !/name="file"; filename="/.test(text)
      )
        return no(400, 100, '(#100) The parameter file is required.')
      if (!/name="messaging_product"\r\n(?:[^\r]+\r\n)*\r\nwhatsapp/.test(text))
        return no(400, 100, '(#100) The parameter messaging_product is required.')
      const id = String(1000 + media.size)
      media.set(id, call.bytes)
      return { body: { id } }
    }
    const [account] = match(call, call.method, /^\/v21\.0\/(\d+)\/message_templates$/) ?? []
    if (account !== undefined && call.method === 'POST') {
      const { name = '', language = '', category = '' } = (call.json ?? {}) as Record<string, string>
      if (!/^[a-z0-9_]+$/.test(name)) return no(400, 100, 'Invalid parameter')
      templates.push({ id: `t${templates.length + 1}`, name, language, category, status: 'PENDING' })
      return { body: { id: templates.at(-1)?.id, status: 'PENDING', category } }
    }
    if (account !== undefined && call.method === 'GET') {
      const { items, next } = pageOf(templates, Number(call.query.get('limit') ?? 25), call.query.get('after'))
      // A cursor is there also on the last page; only `next` says that there is more.
      const after = next ?? Buffer.from(`p${templates.length}`).toString('base64url')
      return {
        body: {
          data: items,
          paging: {
            cursors: { before: 'x', after },
            ...(next && { next: `${call.origin}${call.path}?after=${next}` }),
          },
        },
      }
    }
    // Edges within edges come only where `fields` asks for them.
    if (match(call, 'GET', /^\/v21\.0\/me\/businesses$/)) return { body: { data: businesses(call) } }
    const [id] = match(call, call.method, /^\/v21\.0\/(\d+)$/) ?? []
    if (id === undefined) return null
    if (!media.has(id))
      return no(400, 100, `Unsupported ${call.method.toLowerCase()} request. Object with ID '${id}' does not exist`)
    if (call.method === 'GET')
      return {
        body: { messaging_product: 'whatsapp', url: `https://lookaside.fbsbx.com/${id}`, mime_type: 'text/plain', id },
      }
    if (call.method !== 'DELETE') return null
    media.delete(id)
    return { body: { success: true } }
  }
  const approve = (name: string): void => {
    for (const one of templates) if (one.name === name) one.status = 'APPROVED'
  }
  return {
    ...{ messages, media, approve, answer, signedIn: bearer(token) },
    refusal: no(401, 190, 'Invalid OAuth access token - Cannot parse access token'),
  }
}
