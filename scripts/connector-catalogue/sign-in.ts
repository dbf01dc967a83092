import type { SignIn } from '#connectors/connector.ts'
import type { CredentialField } from '#contract/accounts/credential-types.ts'
import type { Presets, SignInChoice } from './choices.ts'
import { lowerFirst } from './choose.ts'

type FieldChoice = Extract<SignInChoice, { fields: object }>['fields'][string]

function fieldOf(name: string, text: FieldChoice): CredentialField {
  if (typeof text !== 'string') {
    const { label, help = '', secret = true, required = true, kind = 'text', options, max = secret ? 4000 : 500 } = text
    const choices = options && Object.entries(options).map(([value, title]) => ({ value, label: title }))
    return {
      ...{ name, label, help, secret, required, max },
      ...(choices ? { kind: 'choice', options: choices } : { kind }),
    }
  }
  const isSecret = !text.startsWith('?')
  const [label = '', ...help] = text.replace(/^\?\s*/, '').split(': ')
  return {
    name,
    label: label.trim(),
    help: help.join(': ').trim(),
    secret: isSecret,
    required: true,
    kind: 'text',
    max: isSecret ? 4000 : 500,
  }
}

/** `known`: what the document says of scopes, for their titles. */
export function signInOf(choice: SignInChoice, presets: Presets, known: ReadonlyMap<string, string>): SignIn {
  if ('bearer' in choice)
    return signInOf({ fields: { token: choice.bearer }, headers: { Authorization: 'Bearer {token}' } }, presets, known)
  if ('oauth' in choice) {
    const preset = presets[choice.oauth]
    if (!preset) throw new Error(`There is no way to sign in named ${choice.oauth}`)
    const { scopes = [] } = choice
    const titled = Array.isArray(scopes)
      ? scopes.map((name) => ({ name, title: known.get(name) || name }))
      : Object.entries(scopes).map(([name, title]) => ({ name, title }))
    const {
      title,
      authorize_url,
      token_url,
      application = choice.oauth,
      parameters,
      client_authentication,
      scope_separator,
    } = preset
    return {
      ...{ id: 'account', title, type: 'oauth2', authorize_url, token_url, scopes: titled, application },
      ...(parameters ? { authorize_parameters: parameters } : {}),
      ...(client_authentication ? { client_authentication } : {}),
      ...(scope_separator ? { scope_separator } : {}),
    }
  }
  const { fields, headers, query, basic, path, title, id = 'key' } = choice
  const [text] = Object.values(fields)
  const first = (typeof text === 'string' ? text : text?.label)?.split(': ')[0]?.replace(/^\?\s*/, '') ?? 'key'
  return {
    ...{
      id,
      title: title ?? `Use ${/^[aeiou]/i.test(first) && !/^u[ns]/i.test(first) ? 'an' : 'a'} ${lowerFirst(first)}`,
      type: 'fields',
    },
    fields: Object.entries(fields).map(([name, text]) => fieldOf(name, text)),
    placement: {
      ...(headers ? { headers } : {}),
      ...(query ? { query } : {}),
      ...(basic ? { basic: { user: basic[0], password: basic[1] } } : {}),
      ...(path ? { path } : {}),
    },
  }
}
