/**
 * What kinds of credentials there are and what is asked for each: one table that the form, the checks of the server and the nodes' choice
 * of credentials read. Plain data.
 */

export const CREDENTIAL_TYPE_NAMES = [
  'api_key_header',
  'bearer',
  'basic',
  'query_key',
  'signing_secret',
  'oauth2_generic',
  'gmail',
  'postgres',
  'smtp',
  's3',
  'slack_webhook',
  'openai_compatible',
] as const
export type CredentialTypeName = (typeof CREDENTIAL_TYPE_NAMES)[number]

export interface CredentialField {
  name: string
  label: string
  /** Empty where the label says it all. */
  help: string
  /** Kept and never shown again. What is not secret is shown to its owner. */
  secret: boolean
  required: boolean
  /** `hosts`: names of hosts parted by commas. `lines` keeps line breaks. */
  kind: 'text' | 'url' | 'number' | 'hosts' | 'lines' | 'choice'
  options?: readonly { value: string; label: string }[]
  placeholder?: string
  /** At most so many characters. */
  max: number
}

export interface CredentialType {
  title: string
  description: string
  fields: readonly CredentialField[]
  /** The secret whose last four characters tell one from another. */
  hint: string | null
  /** Whether the test button can find out that it works. */
  testable: boolean
  /** Connected by agreeing on the page of the service. */
  connect: boolean
}

const field = (
  name: string,
  label: string,
  help: string,
  rest: Partial<Omit<CredentialField, 'name' | 'label' | 'help'>> = {},
): CredentialField => ({ name, label, help, secret: false, required: true, kind: 'text', max: 500, ...rest })

const secret = (name: string, label: string, help: string, rest: Partial<CredentialField> = {}): CredentialField =>
  field(name, label, help, { secret: true, max: 4000, ...rest })

/** A run may be given an address by whoever starts it: the secret goes to the hosts its owner named, and nowhere else. */
const HOSTS = field(
  'hosts',
  'Allowed hosts',
  'Sent to these hosts only. Parted by commas; * stands for any subdomain.',
  {
    kind: 'hosts',
    placeholder: 'api.example.com, *.example.in',
    max: 1000,
  },
)

export const CREDENTIAL_TYPES: Record<CredentialTypeName, CredentialType> = {
  api_key_header: {
    title: 'API key in a header',
    description: 'A key that is sent in a header of your choice.',
    fields: [
      field('header', 'Header', 'The name of the header.', { placeholder: 'X-Api-Key', max: 100 }),
      secret('value', 'Key', 'As the service gave it.'),
      HOSTS,
    ],
    hint: 'value',
    testable: false,
    connect: false,
  },
  bearer: {
    title: 'Bearer token',
    description: 'A token in the header Authorization.',
    fields: [secret('token', 'Token', 'Without the word Bearer.'), HOSTS],
    hint: 'token',
    testable: false,
    connect: false,
  },
  basic: {
    title: 'User name and password',
    description: 'HTTP basic authentication.',
    fields: [
      field('user', 'User name', 'Without a colon.', { max: 200 }),
      secret('password', 'Password', '', { required: false }),
      HOSTS,
    ],
    hint: null,
    testable: false,
    connect: false,
  },
  query_key: {
    title: 'API key in the address',
    description: 'A key that is added to the address, for services that take it nowhere else.',
    fields: [
      field('parameter', 'Parameter', 'The name of the query parameter.', { placeholder: 'api_key', max: 100 }),
      secret('value', 'Key', 'As the service gave it.'),
      HOSTS,
    ],
    hint: 'value',
    testable: false,
    connect: false,
  },
  signing_secret: {
    title: 'Signing secret',
    description: 'Signs what is sent (HMAC SHA-256), so that the receiver can tell that it came from you.',
    fields: [
      secret('secret', 'Secret', 'At least 16 characters, known to you and the receiver.'),
      { ...HOSTS, help: 'Signs what goes to these hosts only. Parted by commas; * stands for any subdomain.' },
    ],
    hint: 'secret',
    testable: false,
    connect: false,
  },
  oauth2_generic: {
    title: 'OAuth 2.0',
    description: 'An account of a service that asks you to agree on its own page.',
    fields: [
      field('client_id', 'Client ID', 'From the settings of your application at the service.'),
      secret('client_secret', 'Client secret', 'Empty for an application without one.', { required: false }),
      field('authorize_url', 'Authorization address', 'Where you agree.', { kind: 'url', max: 2000 }),
      field('token_url', 'Token address', 'Where the code is exchanged.', { kind: 'url', max: 2000 }),
      field('scope', 'Scopes', 'Parted by spaces.', { required: false, max: 2000 }),
      HOSTS,
    ],
    hint: null,
    testable: true,
    connect: true,
  },
  gmail: {
    title: 'Gmail',
    description: 'Sends mail from your Gmail account. Nothing in your mailbox can be read with it.',
    fields: [],
    hint: null,
    testable: true,
    connect: true,
  },
  postgres: {
    title: 'Postgres',
    description: 'A database. Use a user that may do no more than your workflow needs.',
    fields: [
      field('host', 'Host', 'A name or an address on the public internet.', { max: 255 }),
      field('port', 'Port', 'Mostly 5432.', { kind: 'number', placeholder: '5432', max: 5 }),
      field('database', 'Database', '', { max: 63 }),
      field('user', 'User', '', { max: 63 }),
      secret('password', 'Password', '', { required: false }),
      field('tls', 'Encryption', '', {
        kind: 'choice',
        options: [
          { value: 'verify', label: 'TLS, certificate checked' },
          { value: 'require', label: 'TLS, any certificate' },
          { value: 'off', label: 'None' },
        ],
      }),
    ],
    hint: null,
    testable: true,
    connect: false,
  },
  smtp: {
    title: 'Mail server (SMTP)',
    description: 'Sends mail over your own mail server.',
    fields: [
      field('host', 'Server', 'A name or an address on the public internet.', { max: 255 }),
      field('port', 'Port', '465 for TLS from the start, mostly 587 otherwise.', {
        kind: 'number',
        placeholder: '587',
        max: 5,
      }),
      field('user', 'User', 'Empty for a server without sign-in.', { required: false }),
      secret('password', 'Password', '', { required: false }),
      field('from', 'Sender', 'An address, or a name with an address in angle brackets.', {
        placeholder: 'The Firm <hello@firm.in>',
        max: 320,
      }),
    ],
    hint: null,
    testable: true,
    connect: false,
  },
  s3: {
    title: 'S3 storage',
    description: 'Amazon S3 or any store that speaks its protocol.',
    fields: [
      field('endpoint', 'Address', 'Of the store, without a bucket.', {
        kind: 'url',
        placeholder: 'https://s3.ap-south-1.amazonaws.com',
        max: 2000,
      }),
      field('region', 'Region', 'As the store names it; us-east-1 where it does not care.', { max: 60 }),
      field('access_key_id', 'Access key ID', 'The public half of the key.', { max: 200 }),
      secret('secret_access_key', 'Secret access key', 'The secret half.'),
      field('bucket', 'Bucket', 'Only this bucket is used.', { max: 63 }),
    ],
    hint: 'secret_access_key',
    testable: true,
    connect: false,
  },
  slack_webhook: {
    title: 'Slack webhook',
    description: 'The incoming webhook of a channel in Slack, or of a program that takes the same messages.',
    fields: [secret('url', 'Webhook address', 'Begins with https://. Whoever knows it can post.', { kind: 'url' })],
    hint: 'url',
    testable: false,
    connect: false,
  },
  openai_compatible: {
    title: 'AI model',
    description: 'A model server that speaks the protocol of OpenAI.',
    fields: [
      field('base_url', 'Address', 'Mostly ends with /v1.', {
        kind: 'url',
        placeholder: 'https://api.openai.com/v1',
        max: 2000,
      }),
      secret('api_key', 'API key', 'Empty for a server that asks for none.', { required: false }),
      field('model', 'Model', 'Taken when a step names none.', { required: false, max: 200 }),
    ],
    hint: 'api_key',
    testable: true,
    connect: false,
  },
}
