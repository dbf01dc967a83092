/** Services that are called over HTTP: the node of n8n becomes the call it makes. */
import type { CredentialTypeName } from '#contract/accounts/credential-types.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { configOf, readCall } from '#nodes/import/n8n/call-line.ts'
import { type Mapper, mapped } from '#nodes/import/n8n/mapped.ts'
import { credentialSlot } from '#nodes/import/n8n/slots.ts'
import { readTextAt } from '#nodes/import/untrusted.ts'

export interface Service {
  /** As n8n calls its node. */
  type: string
  title: string
  base: string
  auth: CredentialTypeName
  /** Sent as a form instead of JSON. */
  form: boolean
  /** What the person still has to fill in. */
  note: string
  /** `resource/operation` → call. The first of a resource is what n8n takes when none is named, the first of all likewise. */
  calls: ReadonlyMap<string, string>
}

/**
 * Reads a table of services. A service begins at the margin, `type | title | address | credential [form] | note`; its calls are
 * indented, `resource/operation call`.
 */
export function readServices(table: string): Service[] {
  const services: (Service & { calls: Map<string, string> })[] = []
  for (const line of table.split('\n')) {
    if (line.trim() === '') continue
    if (line.startsWith(' ')) {
      const [key = '', ...call] = line.trim().split(' ')
      services.at(-1)?.calls.set(key, call.join(' '))
    } else {
      const [type = '', title = '', base = '', how = '', note = ''] = line.split('|').map((part) => part.trim())
      const [auth, form] = how.split(' ')
      services.push({
        type,
        title,
        base,
        auth: auth as CredentialTypeName,
        form: form === 'form',
        note,
        calls: new Map(),
      })
    }
  }
  return services
}

/** The call for a resource and an operation; n8n leaves out what is its default. */
function callOf({ calls }: Service, resource: string | undefined, operation: string | undefined): string | undefined {
  const keys = [...calls.keys()]
  const wanted = resource ?? keys[0]?.split('/')[0] ?? ''
  if (operation === undefined) return calls.get(keys.find((key) => key.startsWith(`${wanted}/`)) ?? '')
  const found = calls.get(`${wanted}/${operation}`)
  if (found !== undefined || resource !== undefined) return found
  return calls.get(keys.find((key) => key.endsWith(`/${operation}`)) ?? '')
}

export const serviceMapper =
  (service: Service): Mapper =>
  (reader) => {
    const { parameters } = reader.step
    const line = callOf(service, readTextAt(parameters, 'resource'), readTextAt(parameters, 'operation'))
    if (line === undefined) return null
    const call = readCall(line)
    const plain = configOf(call, service.base, reader)
    const config: JsonObject = service.form && plain.body_type === 'json' ? { ...plain, body_type: 'form' } : plain
    reader.warn(
      'approximate',
      null,
      `Calls ${service.title} directly: check what is sent${service.note ? `. ${service.note}` : ''}`,
    )
    const connects = /OAuth/i.test(reader.step.credentials[0]?.type ?? '')
    const slot = credentialSlot(reader.step, connects ? 'oauth2_generic' : service.auth, service.title)
    return mapped('http_request', config, {
      how: 'bridged',
      ...(slot && { slot }),
      ...(call.list !== null && { gives: 'many' as const }),
      ...(call.list !== null &&
        call.list !== '' && {
          follow: { type: 'split', title: `Each of ${call.list}`.slice(0, 120), config: { field: call.list } },
        }),
    })
  }
