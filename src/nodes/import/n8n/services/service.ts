/** Services that are called over HTTP: the node of n8n becomes the call it makes. */
import type { CredentialTypeName } from '#contract/accounts/credential-types.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { configOf, readCall } from '#nodes/import/n8n/call-line.ts'
import { type Mapper, mapped } from '#nodes/import/n8n/mapped.ts'
import { credentialSlot } from '#nodes/import/n8n/slots.ts'
import { type Calls, callOf, eachOf, readTable } from './call-table.ts'

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
  calls: Calls<string>
}

function begin(
  [type = '', title = '', base = '', how = '', note = '']: readonly string[],
  calls: Calls<string>,
): Service {
  const [auth, form] = how.split(' ')
  return { type, title, base, auth: auth as CredentialTypeName, form: form === 'form', note, calls }
}

/** Reads a table of services: `type | title | address | credential [form] | note`. */
export const readServices = (table: string): Service[] => readTable(table, begin, (call) => call)

export const serviceMapper =
  (service: Service): Mapper =>
  (reader) => {
    const line = callOf(service.calls, reader.step.parameters)
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
      ...(call.list !== null && call.list !== '' && { follow: eachOf(call.list) }),
    })
  }
